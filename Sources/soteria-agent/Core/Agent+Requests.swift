import API

/// Unblock requests, followed while a start is held for one.
extension Agent {
    /// The time before the daemon is asked again for the open requests.
    private static let requestPause = Duration.seconds(5)

    /// Asks for the record's end and then for the open requests, and follows what comes after.
    func followRequests() {
        unfollowRequests()
        let number = apps.requests.number
        call(ProtectionAPI.List.self, NoMembers()) { agent, result in
            guard number == agent.apps.requests.number else { return }
            switch result {
            case .success(let reply): agent.listRequests(after: reply.sequence)
            case .failure: agent.followRequestsLater()
            }
        }
    }

    func unfollowRequests() {
        apps.requests = RequestState(number: apps.requests.number + 1)
    }

    /// Tries again after a while, unless requests are not needed any more.
    private func followRequestsLater() {
        let number = apps.requests.number
        Pauses.elapsing(executor.queue, Self.requestPause) { [weak self] in
            self?.enter { agent in
                if number == agent.apps.requests.number { agent.followRequests() }
            }
        }
    }

    private func listRequests(after sequence: Int) {
        let number = apps.requests.number
        call(UnblockAPI.List.self, .init()) { agent, result in
            guard number == agent.apps.requests.number else { return }
            guard case .success(let reply) = result else { return agent.followRequestsLater() }
            let open = reply.requests.map { ($0.request, Set($0.targets)) }
            agent.handle(.requests(Dictionary(open, uniquingKeysWith: { first, _ in first })))
            // If none is held any more, that has ended this too.
            guard number == agent.apps.requests.number else { return }
            agent.follow(after: sequence)
        }
    }

    private func follow(after sequence: Int) {
        let number = apps.requests.number
        apps.requests.last = sequence
        apps.requests.subscription = Subscription(
            DaemonAPI.Events.self,
            .init(after: sequence, kinds: RequestChange.kinds, follow: true),
            address: settings.address
        ) { [weak self] event in
            guard case .reply(let reply) = event else { return }
            self?.enter { agent in
                guard number == agent.apps.requests.number else { return }
                for event in reply.events { agent.handle(event) }
            }
        }
    }

    /// Handles an event; one that comes again after a reconnection is known.
    private func handle(_ event: DaemonAPI.Event) {
        guard event.sequence > apps.requests.last else { return }
        apps.requests.last = event.sequence
        switch RequestChange(event) {
        case .began(let request, let targets)?:
            handle(.requestBegan(request, targets: Set(targets)))
        case .ended(let request, let outcome)?:
            guard let end = HeldStarts.RequestEnd(rawValue: outcome.rawValue) else { return }
            handle(.requestEnded(request, end))
        case nil: break
        }
    }

    /// Handles the daemon's refusal of an answer that asks for an unblock.
    func handle(refusal failure: CallFailure, ofPrompt number: Int) {
        guard case .refused(is PromptsAPI.Strict) = failure,
            let prompt = notices.desk.states[number]?.prompt
        else { return }
        handle(.requestRefused(Set(prompt.targets)))
    }
}

/// The state of `Agent+Requests`.
struct RequestState {
    /// The number of this state: answers to an earlier one are outdated.
    var number = 0
    /// The events of requests; nil until they are followed.
    var subscription: Subscription<DaemonAPI.Events>?
    /// The number of the last event that was handled.
    var last = 0
}
