//! A connection for which a position is thought about.

use std::future;

use axum::extract::ws::Message;

use crate::live::compute::analysis::PositionStudy;
use crate::protocol::Done;
use crate::protocol::views::analysis::{AnalyseRequest, AnalysisFrame, AnalysisView};

use crate::http::api::analysis::{next_view, study};
use crate::http::session::session::{GO_ON, Session, Step, unauthorized};

/// A position that is thought about, and the command that asked for it.
pub(crate) struct Analysing {
    re: Option<String>,
    study: PositionStudy,
}

/// Waits for what comes next; without a position that is thought about, for
/// ever. It may be given up and asked again.
pub(crate) async fn next(analysing: &mut Option<Analysing>) -> Option<(AnalysisView, bool)> {
    match analysing {
        Some(analysing) => next_view(&mut analysing.study).await,
        None => future::pending().await,
    }
}

impl Session {
    /// Has a position thought about, in place of any before it.
    pub(crate) async fn analyse(
        &mut self,
        id: Option<String>,
        request: Option<AnalyseRequest>,
    ) -> Step {
        let Some(player) = &self.player else {
            return self.refuse(id.as_deref(), &unauthorized()).await;
        };
        self.analysing = None;
        if let Some(request) = request {
            match study(&self.app, player, &request).await {
                Ok(study) => self.analysing = Some(Analysing { re: id.clone(), study }),
                Err(error) => return self.refuse(id.as_deref(), &error).await,
            }
        }
        self.report(id.as_deref(), Ok(Done::default())).await
    }

    /// Says what is thought.
    pub(crate) async fn tell_thought(&mut self, next: Option<(AnalysisView, bool)>) -> Step {
        let Some((view, goes_on)) = next else {
            self.analysing = None;
            return GO_ON;
        };
        let Some(Analysing { re, .. }) = &self.analysing else { return GO_ON };
        let frame = AnalysisFrame::Analysis { re: re.as_deref(), view };
        let text = frame.to_json();
        if !goes_on {
            self.analysing = None;
        }
        self.send(Message::Text(text.into())).await
    }
}
