import API
import Systemd

/// The questions and the news.
extension Agent {
    /// When `noticesAreDue` is wanted next; nil where nothing waits.
    var noticesDeadline: Duration? {
        [notices.desk.deadline, notices.reconnection.dueAt].compactMap(\.self).min()
    }

    /// Connects to the notification service.
    func beginNotices() {
        notices.isConnecting = true
        Task {
            await connectNotices()
            settle()
        }
    }

    private func connectNotices() async {
        guard let bus = try? Bus.user(on: executor) else { return loseNotices() }
        let service = NotificationService(bus: bus, on: executor) { [weak self] event in
            self?.enter { $0.take(event) }
        }
        do throws(BusError) {
            try await service.begin()
        } catch {
            await service.end()
            return loseNotices()
        }
        guard !isStopping else { return await service.end() }
        notices.service = service
        notices.isConnecting = false
        notices.reconnection.hasSucceeded()
        // What has waited is shown; that starts a service where none runs. What the board asked
        // while there was no connection is asked anew.
        handle(.service(.owner(isThere: true)))
        handle(.service(.unable(isSilent: false)))
    }

    /// The moment has come that the notices asked for.
    func noticesAreDue(at now: Duration) {
        if notices.reconnection.isDue(at: now) { beginNotices() }
        handle(NoticeDesk.Input.due)
    }

    /// A prompt of the daemon's began or ended, or the daemon cannot be reached.
    func heard(_ event: Subscription<PromptsAPI.Monitor>.Event) {
        guard case .reply(let reply) = event else { return handle(.daemonWentAway) }
        // Only the first reply of a connection has them all.
        if let prompts = reply.prompts {
            handle(.daemonCame)
            handle(.prompts(prompts))
        }
        if let opened = reply.opened { handle(.opened(opened)) }
        if let closed = reply.closed { handle(.closed(closed)) }
    }

    /// The agent ends: what is shown and could not be answered any more is closed.
    func endNotices() {
        for action in notices.desk.clear() { carryOut(action) }
    }

    private func take(_ event: NotificationService.Event) {
        switch event {
        case .board(let event): handle(.service(event))
        case .pressed(let number, let key): handle(.pressed(number, key: key))
        case .lost: loseNotices()
        }
    }

    /// The session bus is gone, and with it whoever showed anything.
    private func loseNotices() {
        guard notices.reconnection.dueAt == nil else { return }
        notices.service = nil
        notices.isConnecting = false
        handle(.service(.owner(isThere: false)))
        handle(.service(.unable(isSilent: false)))
        if !isStopping { notices.reconnection.hasFailed(at: now) }
    }

    /// Gives an input to the machine at the present moment and does what it answers.
    func handle(_ input: NoticeDesk.Input) {
        for action in notices.desk.handle(input, at: now) { carryOut(action) }
        tellBlindness()
    }

    private func carryOut(_ action: NoticeDesk.Action) {
        switch action {
        case .service(let order): carryOut(order)
        case .answer(let prompt, let choice):
            call(PromptsAPI.Answer.self, .init(prompt: prompt, choice: choice)) { agent, result in
                agent.handle(.answered(prompt: prompt, choice, result.map(\.result)))
            }
        case .confirm(let prompt, let request):
            call(UnblockAPI.Confirm.self, .init(request: request)) { agent, result in
                agent.handle(.confirmed(prompt: prompt, result))
            }
        case .keep(let prompt, let request):
            call(UnblockAPI.Keep.self, .init(request: request)) { agent, result in
                agent.handle(.kept(prompt: prompt, result))
            }
        case .count(let prompt):
            call(MetricsAPI.Get.self, .init(range: .today)) { agent, result in
                agent.handle(
                    .counted(prompt: prompt, moments: try? result.get().metrics.kept))
            }
        case .learnNames:
            call(ProtectionAPI.List.self, NoMembers()) { agent, result in
                guard case .success(let reply) = result else { return }
                let names = reply.targets.map { ($0.target, $0.name) }
                agent.handle(.named(Dictionary(names, uniquingKeysWith: { first, _ in first })))
            }
        case .attempt(let information, let app):
            call(UnblockAPI.Attempt.self, .init(app: app)) { agent, result in
                agent.handle(.attempted(information: information, result))
            }
        }
    }

    private func carryOut(_ order: NoticeBoard.Order) {
        if let service = notices.service {
            service.assumeIsolated { $0.carryOut(order) }
            return
        }
        // There is no bus, or not yet. What is shown waits until there is one.
        switch order {
        case .ask where notices.isConnecting: break
        case .ask: handle(.service(.unable(isSilent: false)))
        case .show(let place, _, _): handle(.service(.notShown(place, isSilent: false)))
        case .close: break
        }
    }

    /// Says in the journal, once until that is over, that nobody shows what is asked.
    private func tellBlindness() {
        let isBlind = notices.desk.isBlind
        guard isBlind != notices.isBlindnessTold else { return }
        notices.isBlindnessTold = isBlind
        guard isBlind else { return }
        journal.send(
            .unseen, .warning,
            "Nobody shows notifications here: what is asked is seen with \"soteria prompts\" "
                + "alone."
        )
    }
}
