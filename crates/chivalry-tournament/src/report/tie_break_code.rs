//! Codes of tie-breaks (C.07).

use crate::plan::tie_break::TieBreak;

/// Returns the code of a tie-break. Tie-breaks of this server's games have
/// none.
pub(super) fn tie_break_code(tie_break: TieBreak) -> Option<String> {
    let code = match tie_break {
        TieBreak::DirectEncounter {} => "DE",
        TieBreak::Wins {} => "WON",
        TieBreak::SonnebornBerger {} => "SB",
        TieBreak::Progressive {} => "PS",
        TieBreak::AverageRating {} => "ARO",
        TieBreak::SecondSideGames {} => "BPG",
        TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 } => "BH",
        TieBreak::Buchholz { cut_lowest, cut_highest: 0 } => {
            return Some(format!("BH/C{cut_lowest}"));
        }
        TieBreak::Buchholz { cut_lowest, cut_highest } if cut_lowest == cut_highest => {
            return Some(format!("BH/M{cut_lowest}"));
        }
        TieBreak::Buchholz { .. }
        | TieBreak::CastleEntries {}
        | TieBreak::CapturesDifference {} => return None,
    };
    Some(code.to_owned())
}

/// Returns the tie-break of a code. `None` for one that this server does not
/// have.
pub(super) fn tie_break_of(code: &str) -> Option<TieBreak> {
    let cuts = |text: &str| text.parse::<u8>().ok();
    match code {
        "DE" => Some(TieBreak::DirectEncounter {}),
        "WON" => Some(TieBreak::Wins {}),
        "SB" => Some(TieBreak::SonnebornBerger {}),
        "PS" => Some(TieBreak::Progressive {}),
        "ARO" => Some(TieBreak::AverageRating {}),
        "BPG" => Some(TieBreak::SecondSideGames {}),
        "BH" => Some(TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 }),
        _ => {
            if let Some(cut_lowest) = code.strip_prefix("BH/C").and_then(cuts) {
                return Some(TieBreak::Buchholz { cut_lowest, cut_highest: 0 });
            }
            let both = code.strip_prefix("BH/M").and_then(cuts)?;
            Some(TieBreak::Buchholz { cut_lowest: both, cut_highest: both })
        }
    }
}
