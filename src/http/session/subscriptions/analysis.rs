//! Position analysis over a connection.

use std::future;
use std::ops::ControlFlow;

use crate::live::compute::analysis::PositionStudy;
use crate::protocol::requests::analysis::AnalyseRequest;
use crate::protocol::views::analysis::{AnalysisFrame, AnalysisView};
use crate::protocol::{Done, RequestError};

use crate::http::api::analysis::{next_view, study};
use crate::http::session::connection::Connection;
use crate::http::session::transport::{Step, Transport};

/// The analysis of a connection, of which at most one runs.
#[derive(Default)]
pub(crate) struct AnalysisSubscription(Option<RunningAnalysis>);

/// A running analysis and the command that started it.
struct RunningAnalysis {
    re: Option<String>,
    study: PositionStudy,
}

impl AnalysisSubscription {
    /// Waits for the next result; never completes without an analysis. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<(AnalysisView, bool)> {
        match &mut self.0 {
            // Boxed, which keeps idle sessions small.
            Some(running) => Box::pin(next_view(&mut running.study)).await,
            None => future::pending().await,
        }
    }

    /// Starts an analysis, which replaces any earlier one of the connection. Without a request,
    /// the earlier one ends.
    pub(crate) async fn start<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        request: Option<AnalyseRequest>,
    ) -> Step {
        let started = self.replace(connection, id.clone(), request).await;
        connection.report(id.as_deref(), started.map(|()| Done::default())).await
    }

    async fn replace<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        re: Option<String>,
        request: Option<AnalyseRequest>,
    ) -> Result<(), RequestError> {
        let player = connection.player()?;
        self.0 = None;
        if let Some(request) = request {
            let study = study(&connection.app.analysts, player, &request).await?;
            self.0 = Some(RunningAnalysis { re, study });
        }
        Ok(())
    }

    /// Sends a result.
    pub(crate) async fn send<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        next: Option<(AnalysisView, bool)>,
    ) -> Step {
        let Some((view, has_more)) = next else {
            self.0 = None;
            return ControlFlow::Continue(());
        };
        let Some(RunningAnalysis { re, .. }) = &self.0 else { return ControlFlow::Continue(()) };
        let text = AnalysisFrame::Analysis { re: re.as_deref(), view }.to_json();
        if !has_more {
            self.0 = None;
        }
        connection.send_text(text).await
    }
}
