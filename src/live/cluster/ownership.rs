//! The ownership of an entity by this node, as a pure state machine. The actors of matches and
//! tournaments and the simulation use it alike.

/// An event that may end the ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnershipEvent {
    /// The entity could not be acquired. The acquisition may have succeeded without an answer.
    NotAcquired,
    /// Another node announced that it acquired the entity.
    OwnerChanged,
    /// The store was read: this node has the newest epoch, or not.
    EpochRead {
        /// True if no other node acquired the entity since.
        is_newest: bool,
    },
    /// The store rejected an append, because another node acquired the entity.
    AppendRejected,
    /// This node hands over what it owns.
    Handover,
}

/// The end of an ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// True if another node is the owner, to which requests have to go.
    pub(crate) is_moved: bool,
    /// True if this node has to check soon that the entity has an owner. The newer owner may have
    /// given up before its acquisition took effect, or this node may be the owner without knowing
    /// it.
    pub(crate) retry_soon: bool,
}

/// The ownership of an entity. It never resumes after its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ownership {
    stop: Option<Stop>,
}

impl Ownership {
    /// Processes an event. The first event that ends the ownership counts.
    pub(crate) fn on(&mut self, event: OwnershipEvent) {
        let stop = match event {
            OwnershipEvent::NotAcquired => Stop { is_moved: false, retry_soon: true },
            OwnershipEvent::EpochRead { is_newest: true } => return,
            OwnershipEvent::EpochRead { is_newest: false } | OwnershipEvent::AppendRejected => {
                Stop { is_moved: true, retry_soon: true }
            }
            OwnershipEvent::OwnerChanged | OwnershipEvent::Handover => {
                Stop { is_moved: true, retry_soon: false }
            }
        };
        self.stop.get_or_insert(stop);
    }

    /// Returns the end of the ownership. `None` while it lasts.
    pub(crate) fn stop(self) -> Option<Stop> {
        self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(events: &[OwnershipEvent]) -> Option<Stop> {
        let mut ownership = Ownership::default();
        events.iter().for_each(|event| ownership.on(*event));
        ownership.stop()
    }

    #[test]
    fn an_owner_with_the_newest_epoch_goes_on() {
        assert_eq!(after(&[OwnershipEvent::EpochRead { is_newest: true }]), None);
    }

    #[test]
    fn a_silent_loss_is_checked_again_soon_and_an_announced_one_is_not() {
        let silent = Some(Stop { is_moved: true, retry_soon: true });
        assert_eq!(after(&[OwnershipEvent::EpochRead { is_newest: false }]), silent);
        assert_eq!(after(&[OwnershipEvent::AppendRejected]), silent);
        let announced = Some(Stop { is_moved: true, retry_soon: false });
        assert_eq!(after(&[OwnershipEvent::OwnerChanged]), announced);
        assert_eq!(after(&[OwnershipEvent::Handover]), announced);
    }

    #[test]
    fn a_failed_acquisition_is_retried_because_it_may_have_succeeded() {
        let stop = after(&[OwnershipEvent::NotAcquired]);
        assert_eq!(stop, Some(Stop { is_moved: false, retry_soon: true }));
    }

    #[test]
    fn an_ownership_never_resumes() {
        let events =
            [OwnershipEvent::AppendRejected, OwnershipEvent::EpochRead { is_newest: true }];
        assert!(after(&events).is_some_and(|stop| stop.retry_soon));
        let later = [OwnershipEvent::AppendRejected, OwnershipEvent::Handover];
        assert_eq!(after(&later), after(&events), "the first end counts");
    }
}
