//! Position analysis over a connection.

use std::future;
use std::ops::ControlFlow;

use axum::extract::ws::Message;

use crate::live::compute::analysis::PositionStudy;
use crate::protocol::Done;
use crate::protocol::views::analysis::{AnalyseRequest, AnalysisFrame, AnalysisView};

use crate::http::api::analysis::{next_view, study};
use crate::http::session::session::{Session, Step, unauthorized};

/// A running analysis and the command that started it.
pub(crate) struct RunningAnalysis {
    re: Option<String>,
    study: PositionStudy,
}

/// Waits for the next result; never completes without an analysis. Cancel-safe.
pub(crate) async fn next_result(
    analysis: &mut Option<RunningAnalysis>,
) -> Option<(AnalysisView, bool)> {
    match analysis {
        Some(analysis) => next_view(&mut analysis.study).await,
        None => future::pending().await,
    }
}

impl Session {
    /// Starts an analysis, which replaces any earlier one of the connection.
    pub(crate) async fn analyse(
        &mut self,
        id: Option<String>,
        request: Option<AnalyseRequest>,
    ) -> Step {
        let Some(player) = &self.player else {
            return self.refuse(id.as_deref(), &unauthorized()).await;
        };
        self.analysis = None;
        if let Some(request) = request {
            match study(&self.app, player, &request).await {
                Ok(study) => self.analysis = Some(RunningAnalysis { re: id.clone(), study }),
                Err(error) => return self.refuse(id.as_deref(), &error).await,
            }
        }
        self.report(id.as_deref(), Ok(Done::default())).await
    }

    /// Sends an analysis result.
    pub(crate) async fn send_analysis(&mut self, next: Option<(AnalysisView, bool)>) -> Step {
        let Some((view, has_more)) = next else {
            self.analysis = None;
            return ControlFlow::Continue(());
        };
        let Some(RunningAnalysis { re, .. }) = &self.analysis else {
            return ControlFlow::Continue(());
        };
        let frame = AnalysisFrame::Analysis { re: re.as_deref(), view };
        let text = frame.to_json();
        if !has_more {
            self.analysis = None;
        }
        self.send(Message::Text(text.into())).await
    }
}
