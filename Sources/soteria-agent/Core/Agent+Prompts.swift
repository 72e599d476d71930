import API
import Systemd

/// Prompts and notices.
extension Agent {
    /// The time of the next `runDueNoticeWork`; nil if nothing waits.
    var noticesDeadline: Duration? {
        [notices.desk.deadline, notices.reconnection.dueAt].compactMap(\.self).min()
    }

    /// Connects to the notification service.
    func beginNotices() {
        notices.isConnecting = true
        Task {
            await connectNotices()
            scheduleTimer()
        }
    }

    private func connectNotices() async {
        guard let bus = try? Bus.user(on: executor) else { return notificationsDisconnected() }
        let service = NotificationService(bus: bus, on: executor) { [weak self] event in
            self?.enter { $0.receive(event) }
        }
        do throws(BusError) {
            try await service.begin()
        } catch {
            await service.end()
            return notificationsDisconnected()
        }
        guard !isStopping else { return await service.end() }
        notices.service = service
        notices.isConnecting = false
        notices.reconnection.recordSuccess()
        // Shows the notices that waited; the call starts a service if none runs. What the display
        // asked without a connection is asked again.
        handle(.service(.owner(isThere: true)))
        handle(.service(.unable(isSilent: false)))
    }

    /// Does the work whose `noticesDeadline` has passed.
    func runDueNoticeWork(at now: Duration) {
        if notices.reconnection.startIfDue(at: now) { beginNotices() }
        handle(NoticeController.Input.due)
    }

    /// Handles a change of the daemon's prompts, or the loss of the daemon.
    func handle(_ event: Subscription<PromptsAPI.Monitor>.Event) {
        guard case .reply(let reply) = event else { return handle(.daemonWentAway) }
        // Only the first reply of a connection lists all prompts.
        if let prompts = reply.prompts {
            handle(.daemonCame)
            registerSource()
            handle(.prompts(prompts))
        }
        if let opened = reply.opened { handle(.opened(opened)) }
        if let closed = reply.closed { handle(.closed(closed)) }
    }

    /// Closes all notices when the agent ends, since answers can no longer be handled.
    func endNotices() {
        for action in notices.desk.clear() { perform(action) }
    }

    private func receive(_ event: NotificationService.Event) {
        switch event {
        case .display(let event): handle(.service(event))
        case .pressed(let number, let key): handle(.pressed(number, key: key))
        case .lost: notificationsDisconnected()
        }
    }

    /// Handles the loss of the session bus, and with it of the notification service.
    private func notificationsDisconnected() {
        guard notices.reconnection.dueAt == nil else { return }
        notices.service = nil
        notices.isConnecting = false
        handle(.service(.owner(isThere: false)))
        handle(.service(.unable(isSilent: false)))
        if !isStopping { notices.reconnection.recordFailure(at: now) }
    }

    /// Passes an input to the notice controller and performs its actions.
    func handle(_ input: NoticeController.Input) {
        for action in notices.desk.handle(input, at: now) { perform(action) }
        logBlindness()
    }

    private func perform(_ action: NoticeController.Action) {
        switch action {
        case .service(let order): perform(order)
        case .answer(let prompt, let choice, let schedule):
            call(
                PromptsAPI.Answer.self,
                .init(prompt: prompt, choice: choice, schedule: schedule)
            ) { agent, result in
                if case .failure(let failure) = result {
                    agent.handle(refusal: failure, ofPrompt: prompt)
                }
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
                let metrics = try? result.get().metrics
                agent.handle(.counted(prompt: prompt, moments: metrics?.byEpisode.kept))
            }
        case .acknowledgeWelcome(let checkIn):
            call(CheckInAPI.AcknowledgeWelcome.self, .init(checkIn: checkIn)) { _, _ in }
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

    private func perform(_ order: NoticeDisplay.Order) {
        if let service = notices.service {
            service.assumeIsolated { $0.perform(order) }
            return
        }
        // Without a bus nothing can be shown; the notices wait until there is one.
        switch order {
        case .ask where notices.isConnecting: break
        case .ask: handle(.service(.unable(isSilent: false)))
        case .show(let place, _, _): handle(.service(.notShown(place, isSilent: false)))
        case .close: break
        }
    }

    /// Logs that notices are not seen; once each time that they become impossible to show.
    private func logBlindness() {
        let isBlind = notices.desk.isBlind
        guard isBlind != notices.isBlindnessLogged else { return }
        notices.isBlindnessLogged = isBlind
        guard isBlind else { return }
        journal.send(
            .unseen, .warning,
            "No notification service is running on this desktop. To see Soteria's questions, "
                + "run \"soteria prompts\".")
    }
}
