import API

/// The wait between an answer and its end.
extension NoticeDesk {
    /// How soon to ask again while somebody else's confirmation is on its way to the disk, and how
    /// often.
    private static let confirmationPause = Duration.seconds(1)
    private static let mostConfirmations = 10
    /// How soon to ask a daemon again that does not answer, and for how long: a request expires ten
    /// minutes after its wait.
    private static let strandedPause = Duration.seconds(30)
    private static let patience = Duration.seconds(600)

    /// Shows a wait, or ends it where it is over already.
    mutating func showWait(
        _ number: Int, _ wait: Conversation.Wait, at now: Duration
    ) -> [Action] {
        guard let conversation = conversations[number] else { return [] }
        guard wait.until > now else {
            conversations[number]?.phase = .confirming(wait)
            return [.confirm(prompt: number, request: wait.request)]
        }
        conversations[number]?.phase = .waiting(wait)
        return put(NoticeWording.waiting(conversation.prompt, wait, names), of: number)
    }

    /// Confirms each request whose wait is over.
    mutating func confirmWhatIsDue(at now: Duration) -> [Action] {
        conversations.keys.sorted().compactMap { number in
            switch conversations[number]?.phase {
            case .waiting(let wait), .stranded(let wait):
                guard wait.until <= now else { return nil }
                conversations[number]?.phase = .confirming(wait)
                return .confirm(prompt: number, request: wait.request)
            default: return nil
            }
        }
    }

    /// Takes in what the daemon says to a confirmation.
    mutating func confirmed(
        _ number: Int, _ result: Result<UnblockAPI.Confirm.Reply, CallFailure>,
        at now: Duration
    ) -> [Action] {
        guard let conversation = conversations[number],
            case .confirming(var wait) = conversation.phase
        else { return [] }
        switch result {
        case .success(let reply):
            return tell(
                NoticeWording.opened(reply, names), of: number,
                title: NoticeWording.openedTitle(reply, names))
        case .failure(.refused(let error as UnblockAPI.WaitNotOver)):
            // An automatic protection that began meanwhile makes the wait longer.
            let seconds = max(1, error.remainingSeconds)
            return showWait(
                number,
                .init(
                    request: wait.request, until: now + .seconds(seconds), seconds: seconds,
                    ends: nil), at: now)
        case .failure(.refused(is UnblockAPI.BeingConfirmed))
        where wait.tries < Self.mostConfirmations:
            wait.tries += 1
            wait.until = now + Self.confirmationPause
            conversations[number]?.phase = .waiting(wait)
            return []
        case .failure(let failure):
            return ended(number, wait, failure, at: now)
        }
    }

    /// Takes in what the daemon says to a block that is kept after all.
    mutating func kept(
        _ number: Int, _ result: Result<UnblockAPI.Keep.Reply, CallFailure>, at now: Duration
    ) -> [Action] {
        guard case .keeping(let wait)? = conversations[number]?.phase else { return [] }
        switch result {
        case .success(let reply): return tell(NoticeWording.kept(reply.today), of: number)
        case .failure(let failure):
            // Nothing is confirmed behind the back of whoever wanted to keep the block.
            guard !RefusalWords.isLost(failure) else {
                return tell(NoticeWording.keptWithoutDaemon, of: number)
            }
            return ended(number, wait, failure, at: now)
        }
    }

    /// Takes in how many protection moments there were today.
    mutating func counted(_ number: Int, _ moments: Int?) -> [Action] {
        guard conversations[number]?.phase == .counting else { return [] }
        return tell(NoticeWording.kept(moments), of: number)
    }

    /// A request that could not be ended: said so. Where the daemon did not answer, it is asked
    /// again until the request must have expired.
    private mutating func ended(
        _ number: Int, _ wait: Conversation.Wait, _ failure: CallFailure, at now: Duration
    ) -> [Action] {
        guard let prompt = conversations[number]?.prompt else { return [] }
        guard RefusalWords.isLost(failure) else {
            return tell(RefusalWords.text(failure, since: prompt.at, names), of: number)
        }
        let since = wait.strandedSince ?? now
        guard now - since < Self.patience else {
            return tell(NoticeWording.expiredWithoutDaemon, of: number)
        }
        let isNew = wait.strandedSince == nil
        var wait = wait
        wait.strandedSince = since
        wait.until = now + Self.strandedPause
        conversations[number]?.phase = .stranded(wait)
        guard isNew else { return [] }
        return put(NoticeWording.stranded(prompt, wait), of: number)
    }
}
