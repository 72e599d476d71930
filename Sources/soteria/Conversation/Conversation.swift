import API
import ArgumentParser
import Localization

/// An unblock request from start to end, controlled by a person at a terminal or by options.
///
/// An open request ends in one of the ways that the daemon knows, or the person is told why it
/// cannot. Leaving in the middle keeps the block. Each call has its own connection, so that a
/// restart of the daemon during the wait does not matter.
struct Conversation {
    let daemon: DaemonOptions
    let context: CommandContext
    let dialogue: Dialogue
    /// The state of the targets at the start.
    let state: ProtectionAPI.List.Reply

    /// Starts reading input, and asks the daemon for the state.
    init(_ daemon: DaemonOptions, _ context: CommandContext) throws {
        self.daemon = daemon
        self.context = context
        state = try daemon.client(context).call(ProtectionAPI.List.self)
        dialogue = try Dialogue(context)
    }

    enum Ending {
        case kept, opened, protected
    }

    /// True if the place may be blocked; always for a site or an app, which the daemon looks up.
    func blocks(_ place: UnblockAPI.Place) -> Bool {
        guard place.site == nil, place.app == nil else { return true }
        return state.targets.contains {
            $0.blocked && (place.target == nil || place.target == $0.target)
        }
    }

    func call<Called: TypedMethod>(_ method: Called.Type, _ parameters: Called.Parameters) throws
        -> Called.Reply
    {
        try daemon.client(context).call(method, parameters)
    }

    /// Opens a request for a place and carries it to its end; asks all details without `intent`.
    func unblock(
        _ place: UnblockAPI.Place, _ intent: UnblockAPI.Intent?, isPause: Bool = false,
        isEmergency: Bool = false
    ) throws -> Ending {
        let questions =
            intent == nil
            ? IntentQuestions(
                dialogue: dialogue, options: try call(UnblockAPI.Options.self, NoMembers())) : nil
        let pause: Bool? = isPause ? true : nil
        let opened = try request(
            .init(
                place: place, intent: intent, pause: pause, emergency: isEmergency ? true : nil))
        return try ending(opened.request) {
            guard let questions else { return try open(opened) }
            dialogue.say(UnblockText.introduction(opened, state, context.style))
            switch try askForWish(opened) {
            case .keep: throw BlockKept.chosen
            case .protect: return try protect(opened.request, for: Length(seconds: 3600))
            case .unblock(let purpose):
                return try open(try say(purpose, of: opened, pause, questions))
            }
        }
    }

    /// Opens a request. If nothing is blocked because of a grant, the error names the grant's end.
    private func request(_ asked: UnblockAPI.Request.Parameters) throws -> UnblockAPI.OpenRequest {
        do {
            return try call(UnblockAPI.Request.self, asked).opened()
        } catch CallFailure.refused(let refusal as UnblockAPI.NotBlocked) {
            guard let open = GrantText.already(refusal.targets, state) else {
                throw CallFailure.refused(refusal)
            }
            throw Failure(open)
        } catch CallFailure.refused(let refusal as UnblockAPI.Strict)
            where asked.emergency == true && refusal.checkIn == nil
        {
            throw Failure(
                localized(
                    """
                    \(FailureText.refusal(refusal))\nAn emergency cannot lift this block: either \
                    the rules allow no emergencies, or the block comes from a strict check-in. \
                    See: man 5 soteria-rules
                    """))
        }
    }

    /// Runs a part of a request; an interruption keeps the block.
    func ending(_ request: Int?, _ body: () throws -> Ending) throws -> Ending {
        do {
            return try body()
        } catch let keeping as BlockKept {
            do {
                if let request { try keep(request) }
            } catch let failure as CallFailure {
                guard case .signal(let number) = keeping else { throw failure }
                context.error("soteria: \(FailureText.failure(failure).description)\n")
                throw ExitCode(128 + number)
            }
            if case .signal(let number) = keeping { throw ExitCode(128 + number) }
            return .kept
        }
    }

    /// Ends a request by keeping the block, and confirms that.
    func keep(_ request: Int) throws {
        let reply = try call(UnblockAPI.Keep.self, .init(request: request))
        try context.show(reply, daemon.output) { _ in UnblockText.kept(reply) }
    }

    /// Ends a request with a protection of its targets, and shows the protection's end.
    func protect(_ request: Int, for length: Length) throws -> Ending {
        let reply = try call(
            UnblockAPI.Protect.self, .init(request: request, seconds: length.seconds))
        try context.show(reply, daemon.output) { style in
            let state = try call(ProtectionAPI.List.self, NoMembers())
            let started = ProtectionAPI.Start.Reply(
                id: reply.protection, targets: reply.targets, until: reply.until)
            return ProtectionText.text(started, asked: length, state, style)
        }
        return .protected
    }

    /// Waits as long as the daemon demands, opens the targets and shows the end. Asks nothing after
    /// the wait, which leaves enough time to keep the block. Throws if another client ends the
    /// request.
    func open(_ request: UnblockAPI.OpenRequest) throws -> Ending {
        let waiting = WaitCountdown(dialogue: dialogue)
        let check = { try requireOpen(request.request) }
        try waiting.wait(seconds: request.waitSeconds ?? 0, check: check)
        while true {
            do {
                let reply = try call(UnblockAPI.Confirm.self, .init(request: request.request))
                try context.show(reply, daemon.output) { style in
                    let state = stateNow ?? self.state
                    return UnblockText.opened(
                        reply, then: afterwards(reply.grant, state), state, style)
                }
                return .opened
            } catch CallFailure.refused(let refusal as UnblockAPI.WaitNotOver) {
                // An auto-protection that began during the wait extends it.
                try waiting.wait(seconds: max(1, refusal.remainingSeconds), check: check)
            }
        }
    }

    /// Throws if a request is over. A daemon that does not answer within a second is asked again
    /// later: it may be restarting.
    private func requireOpen(_ request: Int) throws {
        var context = context
        context.timeout = .seconds(1)
        do {
            let reply = try daemon.client(context).call(
                UnblockAPI.List.self, .init(request: request))
            guard let outcome = reply.outcome, outcome != .open else { return }
            throw CallFailure.refused(
                UnblockAPI.RequestOver(request: request, outcome: outcome))
        } catch let failure as CallFailure {
            if !failure.isLoss { throw failure }
        }
    }

    /// The state after an opening; nil without an answer, which is no error: the targets are open.
    private var stateNow: ProtectionAPI.List.Reply? {
        try? call(ProtectionAPI.List.self, NoMembers())
    }

    /// The state of a grant's only target at the grant's end; nil if it cannot be determined.
    private func afterwards(_ grant: UnblockAPI.Grant?, _ state: ProtectionAPI.List.Reply)
        -> ProtectionAPI.Explain.Reply?
    {
        guard let grant, grant.targets.count == 1, let target = grant.targets.first,
            let group = GrantText.groups(grant.targets, state, otherwise: grant.until).first
        else { return nil }
        return try? daemon.client(context).explain(target, at: group.until)
    }

    // MARK: The person's answers

    private enum Wish {
        case keep, protect
        case unblock(UnblockAPI.Purpose)
    }

    /// Asks whether to keep the block, and if not, for the purpose.
    private func askForWish(_ request: UnblockAPI.OpenRequest) throws -> Wish {
        let isBlocked = request.targets.contains { key in
            state.targets.contains { $0.target == key && $0.blocked }
        }
        var answers: [Dialogue.Answer<Wish>] = [
            .init(key: "k", label: localized("[K]eep"), word: "keep", value: .keep)
        ]
        if request.pause {
            answers.append(
                .init(
                    key: "r", label: localized("p[r]otect for 1 h"), word: "protect",
                    value: .protect))
        }
        let strict = request.pause ? UnblockText.strict(request, state) : nil
        if let strict { dialogue.say(strict) }
        // A protection can be ended early even while a grant keeps its targets open.
        if strict == nil, isBlocked || request.place.protection != nil {
            answers += [
                .init(
                    key: "p", label: localized("[p]lanned"), word: "planned",
                    value: .unblock(.planned)),
                .init(
                    key: "i", label: localized("[i]mpulse"), word: "impulse",
                    value: .unblock(.impulse)),
            ]
        }
        return try dialogue.choose(
            isBlocked ? localized("Keep the block?") : localized("Stay away?"), answers)
    }

    /// Asks for the details and sends them to the daemon; asks again for those that it rejects.
    private func say(
        _ purpose: UnblockAPI.Purpose, of request: UnblockAPI.OpenRequest, _ pause: Bool?,
        _ questions: IntentQuestions
    ) throws -> UnblockAPI.OpenRequest {
        var intent = UnblockAPI.Intent(purpose: purpose)
        while true {
            intent = try questions.details(of: intent, spends: request.spending != false)
            do {
                return try call(
                    UnblockAPI.Request.self,
                    .init(place: request.place, intent: intent, pause: pause)
                ).opened()
            } catch CallFailure.refused(let refusal) {
                guard let rest = IntentQuestions.without(refusal, intent) else {
                    throw CallFailure.refused(refusal)
                }
                dialogue.say(FailureText.refusal(refusal).capitalizedSentence + ".\n")
                intent = rest
            }
        }
    }
}
