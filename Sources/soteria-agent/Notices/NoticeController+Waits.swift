import API

/// Waits before a target is opened.
extension NoticeController {
    /// The delay and the number of retries while somebody else's confirmation is being written.
    private static let confirmationPause = Duration.seconds(1)
    private static let confirmationLimit = 10
    /// The delay of retries while the daemon does not answer, and their time limit: a request
    /// expires ten minutes after its wait.
    private static let strandedPause = Duration.seconds(30)
    private static let strandedLimit = Duration.seconds(600)

    /// Shows a wait, or confirms the request if the wait is over.
    mutating func showWait(_ number: Int, _ wait: PromptState.Wait, at now: Duration) -> [Action] {
        guard let state = states[number] else { return [] }
        guard wait.until > now else {
            states[number]?.phase = .confirming(wait)
            return [.confirm(prompt: number, request: wait.request)]
        }
        states[number]?.phase = .waiting(wait)
        return put(NoticeWording.waiting(state.prompt, wait, names), of: number)
    }

    /// Confirms each request whose wait is over.
    mutating func confirmWhatIsDue(at now: Duration) -> [Action] {
        states.keys.sorted().compactMap { number in
            switch states[number]?.phase {
            case .waiting(let wait), .stranded(let wait):
                guard wait.until <= now else { return nil }
                states[number]?.phase = .confirming(wait)
                return .confirm(prompt: number, request: wait.request)
            default: return nil
            }
        }
    }

    /// Handles the daemon's reply to a confirmation.
    mutating func confirmed(
        _ number: Int, _ result: Result<UnblockAPI.Confirm.Reply, CallFailure>,
        at now: Duration
    ) -> [Action] {
        guard let state = states[number],
            case .confirming(var wait) = state.phase
        else { return [] }
        switch result {
        case .success(let reply):
            return finish(
                number, with: NoticeWording.opened(reply, names),
                title: NoticeWording.openedTitle(reply, names))
        case .failure(.refused(let error as UnblockAPI.WaitNotOver)):
            // An auto-protection that has begun since extends the wait.
            let seconds = max(1, error.remainingSeconds)
            return showWait(
                number,
                .init(
                    request: wait.request, until: now + .seconds(seconds), seconds: seconds,
                    ends: nil), at: now)
        case .failure(.refused(is UnblockAPI.BeingConfirmed))
        where wait.tries < Self.confirmationLimit:
            wait.tries += 1
            wait.until = now + Self.confirmationPause
            states[number]?.phase = .waiting(wait)
            return []
        case .failure(let failure):
            return ended(number, wait, failure, at: now)
        }
    }

    /// Handles the daemon's reply to keeping the block after all.
    mutating func kept(
        _ number: Int, _ result: Result<UnblockAPI.Keep.Reply, CallFailure>, at now: Duration
    ) -> [Action] {
        guard case .keeping(let wait)? = states[number]?.phase else { return [] }
        switch result {
        case .success(let reply): return finish(number, with: NoticeWording.kept(reply.today))
        case .failure(let failure):
            // Never confirm a request whose block the person wanted to keep.
            guard !failure.isLoss else {
                return finish(number, with: NoticeWording.keptWithoutDaemon)
            }
            return ended(number, wait, failure, at: now)
        }
    }

    /// Handles the number of today's protection moments.
    mutating func counted(_ number: Int, _ moments: Int?) -> [Action] {
        guard states[number]?.phase == .counting else { return [] }
        return finish(number, with: NoticeWording.kept(moments))
    }

    /// Handles a request that could not be ended: shows the reason. If the daemon did not answer,
    /// retries until the request must have expired.
    private mutating func ended(
        _ number: Int, _ wait: PromptState.Wait, _ failure: CallFailure, at now: Duration
    ) -> [Action] {
        guard let prompt = states[number]?.prompt else { return [] }
        guard failure.isLoss else {
            return finish(number, with: RefusalText.text(failure, since: prompt.at, names))
        }
        let since = wait.strandedSince ?? now
        guard now - since < Self.strandedLimit else {
            return finish(number, with: NoticeWording.expiredWithoutDaemon)
        }
        let isNew = wait.strandedSince == nil
        var wait = wait
        wait.strandedSince = since
        wait.until = now + Self.strandedPause
        states[number]?.phase = .stranded(wait)
        guard isNew else { return [] }
        return put(NoticeWording.stranded(prompt, wait), of: number)
    }
}
