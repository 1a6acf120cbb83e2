//! The streams, the bucket and the object store of a campaign.

use crate::FarmError;
use crate::messages::{CampaignSettings, bytes};
use crate::names::CampaignName;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, kv, object_store};
use async_nats::{Client, jetstream};
use futures_util::TryStreamExt;
use std::time::Duration;

/// The longest time for which a unit may go without a sign of life.
const ACK_WAIT: Duration = Duration::from_secs(60);
/// How often the server is told that a message is still being worked on.
pub(crate) const IN_PROGRESS: Duration = Duration::from_secs(20);
/// An upper bound on the units that workers solve at the same time.
const MOST_AT_WORK: i64 = 50_000;
/// The durable consumer of the workers; below, that of the coordinator.
const WORKERS: &str = "workers";
const COORDINATOR: &str = "coordinator";

/// A campaign on a server.
#[derive(Clone)]
pub(crate) struct ServerCampaign {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) campaign: CampaignName,
}

/// The number of replicas: one on a single server, three in a cluster.
fn copies(client: &Client) -> usize {
    if client.server_info().cluster.is_some() { 3 } else { 1 }
}

impl ServerCampaign {
    pub(crate) fn new(client: Client, campaign: CampaignName) -> Self {
        let mut context = jetstream::new(client.clone());
        context.set_timeout(Duration::from_secs(5));
        Self { client, context, campaign }
    }

    /// Makes everything that does not exist yet.
    pub(crate) async fn make(&self, settings: &CampaignSettings) -> Result<(), FarmError> {
        let (campaign, replicas) = (&self.campaign, copies(&self.client));
        let fail = |e: &dyn std::fmt::Display| FarmError::server("make the streams", e);
        let queue = stream::Config {
            retention: RetentionPolicy::WorkQueue,
            num_replicas: replicas,
            ..stream::Config::default()
        };
        let units = stream::Config {
            name: campaign.units(),
            subjects: vec![campaign.unit("*")],
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..queue.clone()
        };
        let results = stream::Config {
            name: campaign.results(),
            subjects: vec![campaign.result("*")],
            ..queue
        };
        let units = self.context.get_or_create_stream(units).await.map_err(|e| fail(&e))?;
        let results = self.context.get_or_create_stream(results).await.map_err(|e| fail(&e))?;
        let consumer = |name: &str| pull::Config {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: MOST_AT_WORK,
            max_waiting: 4096,
            ..pull::Config::default()
        };
        let workers = units.get_or_create_consumer(WORKERS, consumer(WORKERS)).await;
        workers.map_err(|e| fail(&e))?;
        let reader = results.get_or_create_consumer(COORDINATOR, consumer(COORDINATOR)).await;
        reader.map_err(|e| fail(&e))?;
        let store = self.make_bucket().await?;
        if self.proofs().await.is_err() {
            let bucket = campaign.proofs();
            let config =
                object_store::Config { bucket, num_replicas: replicas, ..Default::default() };
            self.context.create_object_store(config).await.map_err(|e| fail(&e))?;
        }
        store.put("settings", bytes(settings)).await.map_err(|e| fail(&e))?;
        Ok(())
    }

    /// Makes the bucket if it does not exist: the lease must come first.
    pub(crate) async fn make_bucket(&self) -> Result<kv::Store, FarmError> {
        if let Ok(store) = self.bucket().await {
            return Ok(store);
        }
        let bucket = kv::Config {
            bucket: self.campaign.bucket(),
            history: 1,
            num_replicas: copies(&self.client),
            ..kv::Config::default()
        };
        let made = self.context.create_key_value(bucket).await;
        made.map_err(|e| FarmError::server("make the bucket", e))
    }

    /// Whether everything exists. An error means that the server does not answer.
    pub(crate) async fn is_whole(&self) -> Result<bool, FarmError> {
        for name in [self.campaign.units(), self.campaign.results()] {
            if !self.has_stream(&name).await? {
                return Ok(false);
            }
        }
        Ok(self.has_stream(&format!("KV_{}", self.campaign.bucket())).await?
            && self.has_stream(&format!("OBJ_{}", self.campaign.proofs())).await?)
    }

    async fn has_stream(&self, name: &str) -> Result<bool, FarmError> {
        use async_nats::jetstream::context::GetStreamErrorKind::JetStream;
        match self.context.get_stream(name).await {
            Ok(_) => Ok(true),
            Err(e) => match e.kind() {
                JetStream(e) if e.error_code() == jetstream::ErrorCode::STREAM_NOT_FOUND => {
                    Ok(false)
                }
                _ => Err(FarmError::server("answer", e)),
            },
        }
    }

    /// The number of messages in a stream.
    pub(crate) async fn messages(&self, stream: &str) -> Result<u64, FarmError> {
        let stream = self.context.get_stream(stream).await;
        let stream = stream.map_err(|e| FarmError::server("answer", e))?;
        Ok(stream.cached_info().state.messages)
    }

    /// Removes everything.
    pub(crate) async fn remove(&self) {
        let campaign = &self.campaign;
        let _ = self.context.delete_stream(campaign.units()).await;
        let _ = self.context.delete_stream(campaign.results()).await;
        let _ = self.context.delete_key_value(campaign.bucket()).await;
        let _ = self.context.delete_object_store(campaign.proofs()).await;
    }

    pub(crate) async fn bucket(&self) -> Result<kv::Store, FarmError> {
        let bucket = self.context.get_key_value(self.campaign.bucket()).await;
        bucket.map_err(|e| FarmError::server("find the campaign", e))
    }

    pub(crate) async fn proofs(&self) -> Result<ObjectStore, FarmError> {
        let store = self.context.get_object_store(self.campaign.proofs()).await;
        store.map_err(|e| FarmError::server("find the store of certificates", e))
    }

    async fn consumer(
        &self,
        stream: String,
        name: &str,
    ) -> Result<Consumer<pull::Config>, FarmError> {
        let consumer = self.context.get_consumer_from_stream(name, stream).await;
        consumer.map_err(|e| FarmError::server("find the queue", e))
    }

    /// The consumer of units, for workers.
    pub(crate) async fn units(&self) -> Result<Consumer<pull::Config>, FarmError> {
        self.consumer(self.campaign.units(), WORKERS).await
    }

    /// The consumer of results, for the coordinator.
    pub(crate) async fn results(&self) -> Result<Consumer<pull::Config>, FarmError> {
        self.consumer(self.campaign.results(), COORDINATOR).await
    }

    /// The stream of units.
    pub(crate) async fn queue(&self) -> Result<Stream, FarmError> {
        let queue = self.context.get_stream(self.campaign.units()).await;
        queue.map_err(|e| FarmError::server("find the queue", e))
    }

    /// A value of the bucket.
    pub(crate) async fn value<T: serde::de::DeserializeOwned>(
        &self,
        key: &str,
    ) -> Result<Option<T>, FarmError> {
        let entry = self.bucket().await?.get(key).await;
        let entry = entry.map_err(|e| FarmError::server("read the campaign", e))?;
        let parsed = entry.map(|bytes| serde_json::from_slice(&bytes)).transpose();
        parsed.map_err(|e| FarmError::Failed(format!("{key} of the campaign: {e}")))
    }
}

/// The campaigns on a server.
pub(crate) async fn campaigns(client: &Client) -> Result<Vec<CampaignName>, FarmError> {
    let context = jetstream::new(client.clone());
    let names: Vec<String> = context
        .stream_names()
        .try_collect()
        .await
        .map_err(|e| FarmError::server("list the campaigns; is it run with JetStream?", e))?;
    Ok(names.iter().filter_map(|name| CampaignName::of_units(name)).collect())
}

/// The campaign of this name; without a name, the only one.
pub(crate) async fn choose(
    client: &Client,
    asked: Option<&CampaignName>,
) -> Result<Option<CampaignName>, FarmError> {
    let there = campaigns(client).await?;
    let names = || there.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match (asked, &there[..]) {
        (Some(asked), _) if there.contains(asked) => Ok(Some(asked.clone())),
        (Some(asked), []) => Err(FarmError::Input(format!(
            "--campaign {asked}: the server has no campaign; begin one with `lastmove farm start`"
        ))),
        (Some(asked), _) => Err(FarmError::Input(format!(
            "--campaign {asked}: the server has no such campaign, but {}",
            names()
        ))),
        (None, [only]) => Ok(Some(only.clone())),
        (None, []) => Ok(None),
        (None, _) => {
            Err(FarmError::Input(format!("name one of the campaigns with --campaign: {}", names())))
        }
    }
}
