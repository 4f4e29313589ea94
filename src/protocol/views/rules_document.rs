//! The rules of a variant as a document: its data, the relevant sections of `docs/rules.md`,
//! and example positions. The move generator lists the moves of the examples, so that they
//! cannot contradict the rules.

use serde::Serialize;
use utoipa::ToSchema;

use crate::protocol::views::variants::VariantView;
use chivalry_rules::{Lesson, MoveList, Variant};

/// The text of the rules.
const RULES: &str = include_str!("../../../docs/rules.md");

/// Maximum number of moves listed for a lesson. Placements of trees exceed it.
const MAX_LISTED_MOVES: usize = 200;

/// The rules of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleBook {
    /// The variant: its board, array, castles, goals and switches.
    pub variant: VariantView,
    /// The section of `docs/rules.md` that describes the variant; omitted for an operator's
    /// variant without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<SectionView>,
    /// Lessons on each kind of move and each obligation.
    pub lessons: Vec<LessonView>,
    /// The ways in which a game ends, in the order of testing.
    pub ends: Vec<SectionView>,
}

/// A section of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SectionView {
    /// The number of the section.
    pub section: String,
    /// The text of the section, in Markdown.
    pub text: String,
}

/// An example position for a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LessonView {
    /// The topic: `plain`, `canter`, `jump`, `charge`, `must_charge`, `compulsion`, `exit`,
    /// `goal`, `castle_move` or `trees`.
    pub topic: &'static str,
    /// The section of the rules.
    #[serde(flatten)]
    pub rule: SectionView,
    /// The position.
    pub position: String,
    /// The square of the example piece; omitted for trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Number of legal results.
    pub results: usize,
    /// One move for each legal result, up to 200.
    pub moves: Vec<String>,
}

impl RuleBook {
    /// The rules of `variant`.
    #[must_use]
    pub fn of(variant: &'static Variant) -> RuleBook {
        RuleBook {
            variant: VariantView::of(variant),
            about: section(variant.section()),
            lessons: Lesson::all(variant).iter().map(LessonView::of).collect(),
            ends: ends(variant).into_iter().filter_map(section).collect(),
        }
    }
}

impl LessonView {
    fn of(lesson: &Lesson) -> LessonView {
        let Lesson { topic, position, piece } = lesson;
        let board = position.variant().board();
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let number = topic.section();
        LessonView {
            topic: topic.as_str(),
            rule: section(number)
                .unwrap_or_else(|| SectionView { section: number.to_owned(), text: String::new() }),
            position: position.to_string(),
            piece: piece.map(|square| board.name(square).to_string()),
            results: list.len(),
            moves: list.iter().take(MAX_LISTED_MOVES).map(|it| position.move_text(&it)).collect(),
        }
    }
}

/// Finds a section by number. A chapter has no text of its own.
fn section(number: &str) -> Option<SectionView> {
    let text = RULES.lines().find_map(|line| {
        let rest = line.strip_prefix(number)?;
        number.contains('.').then(|| rest.strip_prefix(' '))?
    })?;
    Some(SectionView { section: number.to_owned(), text: text.to_owned() })
}

/// Returns the sections on the ways in which games of `variant` end.
fn ends(variant: &Variant) -> Vec<&'static str> {
    let switches = variant.switches();
    if switches.object_reversed {
        return vec!["8.11", "5.5", "5.6"];
    }
    let mut ends = Vec::new();
    if switches.castles_matter {
        ends.push("5.1");
        if switches.pieces_needed_to_win > 1 {
            ends.push("5.2");
        }
    }
    ends.push("5.3");
    if switches.castles_matter {
        ends.push("5.4");
    }
    ends.extend(["5.5", "5.6"]);
    if variant.has_passes() {
        ends.extend(["6.2", if variant.is_free_for_all() { "6.5" } else { "6.4" }]);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::views::rules::moves;
    use chivalry_rules::{LessonTopic, read_variant_file};

    /// Checks that the moves in the document are those of the move generator, for every kind of
    /// move.
    fn assert_moves_match(variant: &'static Variant) {
        let book = RuleBook::of(variant);
        let topics: Vec<&str> = book.lessons.iter().map(|lesson| lesson.topic).collect();
        let there_are = LessonTopic::ALL.into_iter().filter(|topic| topic.is_in(variant));
        assert_eq!(
            topics,
            there_are.map(LessonTopic::as_str).collect::<Vec<_>>(),
            "{}",
            variant.name()
        );
        for lesson in &book.lessons {
            assert!(!lesson.rule.text.is_empty(), "rules {}", lesson.rule.section);
            let position = chivalry_rules::Position::read(&lesson.position, variant).unwrap();
            let judged = crate::protocol::views::rules::moves_of(&position, &mut MoveList::new());
            assert_eq!(lesson.results, judged.results.len());
            let listed = lesson.moves.iter().all(|text| judged.moves.contains(text));
            assert!(
                listed && lesson.moves.len() == lesson.results.min(MAX_LISTED_MOVES),
                "{lesson:?}"
            );
        }
        assert!(book.ends.len() >= 3);
    }

    #[test]
    fn example_moves_of_every_variant_match_the_move_generator() {
        for variant in Variant::all() {
            assert_moves_match(variant);
            let about = RuleBook::of(variant).about.unwrap();
            assert!(about.text.starts_with(&format!("**{}**", variant.name())), "{about:?}");
        }
    }

    #[test]
    fn operator_variants_have_a_rules_document() {
        let file = include_str!("../../../examples/variants/chivalry-on-camelot.variant");
        let own = read_variant_file(file).unwrap();
        let pin = own.pin();
        let own = own.register(pin);
        assert_moves_match(own);
        assert_eq!(RuleBook::of(own).about, None);
        assert!(moves(pin, None, &mut MoveList::new()).is_ok());
    }
}
