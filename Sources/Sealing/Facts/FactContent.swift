/// The members of a fact of a known kind. Targets are keys of the rules; buckets count five minutes
/// since 1970.
package enum FactContent: Sendable {
    /// A grant began, or a manual protection was ended early.
    case unblocked(targets: [String], purpose: String)
    /// A request was kept.
    case kept(targets: [String])
    /// Attempts in a bucket.
    case attempts(bucket: Int64, count: Int64)
    /// A manual or automatic protection began; its length in seconds.
    case protected(targets: [String], length: Int64, isAutomatic: Bool)
    /// A check-in was answered; its day since 1970.
    case answered(check: String, day: Int64, isYes: Bool)
    /// Seconds of use in a bucket, and whether the clock was synchronised.
    case used(target: String, bucket: Int64, seconds: Int64, isSynchronized: Bool)
    /// A range of what is switched off began; its end in milliseconds since 1970.
    case weakened(what: String, until: Int64)
    case episode(Episode)
    /// A name, a goal or a setting; null if it is removed for ever.
    case said(key: String, counter: Int64, value: CBOR)
    /// An entry of the tools' file: YAML, one flow map.
    case rules(key: String, counter: Int64, entry: String)
    /// An experiment began or ended.
    case experiment(run: FactID, hasEnded: Bool)
    /// A request that an ally is told of.
    case ask(AskID, targets: [String], words: String?)
    /// An ally's answer.
    case answer(AskID, Verdict, words: String?)
    case nudge(which: String)
    /// The end in milliseconds since 1970.
    case away(until: Int64)
    case summary(lines: [String])

    package enum Kind: String, CaseIterable, Sendable {
        case unblocked, kept, attempts, protected, answered, used, weakened, episode, said, rules
        case experiment, ask, answer, nudge, away, summary
    }

    package enum Verdict: String, CaseIterable, Sendable {
        case go, keep, words, seen
    }

    package var kind: Kind {
        switch self {
        case .unblocked: .unblocked
        case .kept: .kept
        case .attempts: .attempts
        case .protected: .protected
        case .answered: .answered
        case .used: .used
        case .weakened: .weakened
        case .episode: .episode
        case .said: .said
        case .rules: .rules
        case .experiment: .experiment
        case .ask: .ask
        case .answer: .answer
        case .nudge: .nudge
        case .away: .away
        case .summary: .summary
        }
    }

    /// The longest use in a bucket, in seconds.
    package static let maximumUse: Int64 = 300
    /// The highest counter of a register; a fact with a higher one is kept and not folded.
    package static let maximumCounter: Int64 = 1 << 40
}

/// One attempt to open a target, from the first request to its outcome. What was not said is nil.
package struct Episode: Sendable {
    /// A person's reason for the request, in one of two kinds.
    package enum Reason: Sendable {
        case mood(String)
        case category(String)
    }

    /// The first bytes of the first request's hash.
    package var id: FactID
    /// From 1; the highest counts.
    package var revision: Int64
    /// The local minute of the day and the weekday, from Monday 1 to Sunday 7.
    package var minute: Int64
    package var weekday: Int64
    /// Minutes since the last unblock.
    package var since: Int64?
    /// Unblocks of that day.
    package var today: Int64
    package var target: String
    package var purpose: String?
    package var reason: Reason?
    /// Minutes meant and used.
    package var meant: Int64?
    package var used: Int64?
    package var amount: String?
    package var outcome: String?
    /// 0 to 4.
    package var regret: Int64?
    package var isBought: Bool?

    package init(
        id: FactID, revision: Int64, minute: Int64, weekday: Int64, today: Int64, target: String
    ) {
        self.id = id
        self.revision = revision
        self.minute = minute
        self.weekday = weekday
        self.today = today
        self.target = target
    }
}
