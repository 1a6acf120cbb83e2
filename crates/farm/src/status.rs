//! Showing the status of a campaign, and stopping it.

use crate::FarmError;
use crate::access::Access;
use crate::messages::{CampaignSettings, CampaignState, Snapshot, bytes};
use crate::names::CampaignName;
use crate::streams::{ServerCampaign, choose};
use serde::Serialize;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::time::timeout;

/// The status of a campaign.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CampaignStatus {
    /// its settings
    #[serde(flatten)]
    pub settings: CampaignSettings,
    /// what the coordinator last published; `None` before its first snapshot
    pub snapshot: Option<Snapshot>,
    /// the age of the snapshot in seconds, by the coordinator's clock and this machine's
    pub age: Option<f64>,
}

/// A connection for reading the status of a campaign and stopping it.
pub struct Watcher {
    runtime: Runtime,
    server: ServerCampaign,
}

impl Watcher {
    /// Connects and finds the campaign; without a name, the only one.
    ///
    /// # Errors
    /// If there is no server or no such campaign.
    pub fn open(access: &Access, campaign: Option<&CampaignName>) -> Result<Self, FarmError> {
        let runtime = crate::runtime()?;
        let server = runtime.block_on(async {
            let client = access.connect("lastmove farm status").await?;
            match choose(&client, campaign).await? {
                Some(campaign) => Ok(ServerCampaign::new(client, campaign)),
                None => Err(FarmError::Input(format!(
                    "--server {}: it has no campaign; begin one with `lastmove farm start`",
                    access.server
                ))),
            }
        })?;
        Ok(Self { runtime, server })
    }

    /// The status of the campaign.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn status(&self) -> Result<CampaignStatus, FarmError> {
        self.runtime.block_on(async {
            let missing = || {
                FarmError::Failed(format!("campaign {}: it has no settings", self.server.campaign))
            };
            let settings = self.server.value("settings").await?.ok_or_else(missing)?;
            let snapshot: Option<Snapshot> = self.server.value("snapshot").await?;
            let age = snapshot.as_ref().map(|snapshot| (crate::now() - snapshot.time).max(0.0));
            Ok(CampaignStatus { settings, snapshot, age })
        })
    }

    /// Asks the coordinator to stop, and with it the workers. With `remove`, also removes the
    /// campaign from the server; its log stays. Returns whether a coordinator answered.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn stop(&self, remove: bool) -> Result<bool, FarmError> {
        self.runtime.block_on(async {
            let server = &self.server;
            let asked = server.client.request(server.campaign.stop(), "stop".into());
            let heard = matches!(timeout(Duration::from_secs(3), asked).await, Ok(Ok(_)));
            // Workers learn it from the snapshot; if no coordinator runs, it is written here.
            for _ in 0..40 {
                let snapshot = server.value::<Snapshot>("snapshot").await?;
                match snapshot {
                    Some(mut snapshot) if snapshot.state == CampaignState::Running && !heard => {
                        snapshot.state = CampaignState::Stopped;
                        let put = server.bucket().await?.put("snapshot", bytes(&snapshot)).await;
                        put.map_err(|e| FarmError::server("write", e))?;
                    }
                    Some(snapshot) if snapshot.state == CampaignState::Running => {}
                    _ => break,
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            if remove {
                server.remove().await;
            }
            Ok(heard)
        })
    }
}
