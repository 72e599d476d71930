import RuleModel

/// Another device of the person, as far as it told: the fold of its facts in the order in which it
/// told them. Facts of other devices change nothing in it, nor does a fact that came before.
package struct OtherDevice: Hashable, Sendable, Codable {
    /// The place up to which its log is taken in, as it came last.
    package internal(set) var cursor: HexBytes?
    /// When something was taken in from it last.
    package internal(set) var heardAt = Instant.beginning
    /// Whether the device is a former self of this one.
    package internal(set) var isOwn = false
    /// The instant of its latest fact; none of its facts counts as earlier than one before.
    var latest = Instant.beginning
    /// The number of its facts that were folded, by the UTC day of their own instants.
    var counts: [Int: Int] = [:]
    var unblocks: [SharedFactID: Unblock] = [:]
    var kept: [SharedFactID: Instant] = [:]
    var windows: [SharedFactID: SharedWindow] = [:]
    var answers: [DayOfCheckIn: Bool] = [:]
    var weakened: [SharedFactID: Weakening] = [:]
    var attempts: [Bucket: Attempts] = [:]
    /// By target.
    var uses: [String: [Bucket: Use]] = [:]
    var episodes: [EpisodeKey: EpisodeOfDevice] = [:]
    var said: [String: Register<SharedValue>] = [:]
    var rules: [String: Register<String>] = [:]
    var experiments: [SharedFactID: Experiment] = [:]

    struct Unblock: Hashable, Sendable, Codable {
        var at: Instant
        var isImpulse: Bool
    }

    struct Weakening: Hashable, Sendable, Codable {
        var what: String
        var until: Instant
        /// The instant of the fact.
        var at: Instant
    }

    struct Attempts: Hashable, Sendable, Codable {
        var count: Int
        /// The bucket in which they count: not after the one in which they were first seen.
        var bucket: Bucket
    }

    struct Use: Hashable, Sendable, Codable {
        /// 0 to 300.
        var seconds: Int64
        var isSynchronised: Bool
        /// The bucket in which it counts, as above.
        var bucket: Bucket
    }

    struct EpisodeKey: Hashable, Sendable, Codable {
        var id: SharedFactID
        var target: String
    }

    struct EpisodeOfDevice: Hashable, Sendable, Codable {
        /// The instant of the first request.
        var at: Instant
        /// The id of the fact.
        var fact: SharedFactID
        var episode: SharedEpisode

        /// Of the revisions of an episode the highest counts, then the higher id.
        func prevails(over other: EpisodeOfDevice) -> Bool {
            (episode.revision, fact) > (other.episode.revision, other.fact)
        }
    }

    struct Experiment: Hashable, Sendable, Codable {
        /// The instant of the first fact about it.
        var at: Instant
        var hasEnded: Bool
    }

    /// A check-in and its day since 1970-01-01.
    struct DayOfCheckIn: Hashable, Sendable, Codable {
        var checkIn: String
        var day: Int
    }
}

/// The value of a key that several devices write: a final value counts, else the higher counter,
/// then the higher id, never a clock.
package struct Register<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    package var value: Value
    package var counter: Int64
    var fact: SharedFactID

    func prevails(over other: Register, isFinal: (Value) -> Bool) -> Bool {
        let (own, others) = (isFinal(value), isFinal(other.value))
        return own == others ? (counter, fact) > (other.counter, other.fact) : own
    }
}

/// A protection that began on another device.
package struct SharedWindow: Hashable, Sendable, Codable {
    package var targets: [String]
    package var isAutomatic: Bool
    /// Its whole length, and its end here.
    package var time: Countdown
    /// The instant of the fact.
    var at: Instant
}

extension OtherDevice {
    /// How far back facts count for something, by the use that is made of them.
    enum Memory {
        static let unblocks = Behaviour.month
        static let week = TimeSpan.days(8)
        static let attempts = TimeSpan.days(1)
        static let experiments = TimeSpan.days(366)
        static let episodes = TimeSpan.days(366)
        /// Nothing is told again after this time.
        static let all = TimeSpan.days(400)
    }

    /// The most facts of a device that are folded for a UTC day.
    package static let mostADay = 2000
    /// The highest counter of a register.
    package static let highestCounter: Int64 = 1 << 40
    /// The most attempts in a bucket.
    private static let mostAttempts: Int64 = 10_000
    /// The longest window that a person starts.
    private static var longestWindow: TimeSpan { Protection.lengths.upperBound }

    /// The days of which no more facts are folded, as days since 1970-01-01 in UTC.
    package var fullDays: [Int] {
        counts.filter { $0.value >= Self.mostADay }.map(\.key).sorted()
    }

    /// Takes in a fact that is first seen at an event's time.
    mutating func take(in fact: SharedFact, _ event: Event) {
        let own = min(fact.at, event.at)
        guard own > event.at - Memory.all else { return }
        let day = own.utcDay
        guard counts[day, default: 0] < Self.mostADay, fold(fact, own: own, event) else { return }
        counts[day, default: 0] += 1
        // Every revision of an episode has the instant of its first request.
        if case .episode = fact.content { return }
        latest = max(latest, own)
    }

    /// Folds a fact; false if it is known, or counts for nothing. `own` is the instant that it
    /// gives itself, or that of first sight: it decides whether the fact is too old, so that
    /// facts that are told again are not lifted into the present.
    private mutating func fold(_ fact: SharedFact, own: Instant, _ event: Event) -> Bool {
        let at = max(own, latest)
        let age = event.at - own
        switch fact.content {
        case .unblocked(_, let purpose):
            guard age < Memory.unblocks, unblocks[fact.id] == nil else { return false }
            unblocks[fact.id] = Unblock(at: at, isImpulse: purpose == .impulse)
        case .kept:
            guard age < Memory.week, kept[fact.id] == nil else { return false }
            kept[fact.id] = at
        case .protected(let targets, let length, let isAutomatic):
            guard age < Memory.week, windows[fact.id] == nil else { return false }
            let length = min(max(.zero, length), Self.longestWindow)
            let begun = Deadline(boot: event.boot, elapsed: event.elapsed - (event.at - at))
            windows[fact.id] = SharedWindow(
                targets: targets, isAutomatic: isAutomatic,
                time: Countdown(length, from: begun), at: at)
        case .answered(let checkIn, let day, let isYes):
            return answer(checkIn, day, isYes: isYes, event)
        case .weakened(let what, let until):
            guard age < Memory.week, weakened[fact.id] == nil else { return false }
            weakened[fact.id] = Weakening(
                what: what, until: min(until, event.at + .days(1)), at: at)
        case .attempts(let bucket, let count): return attempt(bucket, count, event)
        case .used(let target, let bucket, let seconds, let isSynchronised):
            return use(target, bucket, seconds, isSynchronised: isSynchronised, event)
        case .episode(let episode):
            guard age < Memory.episodes else { return false }
            return record(episode, EpisodeOfDevice(at: own, fact: fact.id, episode: episode))
        case .said(let key, let counter, let value):
            let register = Register(value: value, counter: counter, fact: fact.id)
            return Self.set(key, register, in: &said, isFinal: \.isRemoved)
        case .rules(let key, let counter, let entry):
            let register = Register(value: entry, counter: counter, fact: fact.id)
            return Self.set(key, register, in: &rules)
        case .experiment(let run, let hasEnded):
            guard age < Memory.experiments else { return false }
            let known = experiments[run]
            guard known == nil || hasEnded && known?.hasEnded == false else { return false }
            experiments[run] = Experiment(at: known?.at ?? at, hasEnded: hasEnded)
        case .other: return false
        }
        return true
    }

    /// Records an answer; a *no* of a day stays.
    private mutating func answer(
        _ checkIn: String, _ day: Int64, isYes: Bool, _ event: Event
    ) -> Bool {
        let today = event.at.utcDay
        guard let day = Int(exactly: day), (today - 3...today + 3).contains(day) else {
            return false
        }
        let key = DayOfCheckIn(checkIn: checkIn, day: day)
        if let known = answers[key], known == isYes || !known { return false }
        answers[key] = isYes
        return true
    }

    /// Records attempts; of two counts of a bucket the larger one counts.
    private mutating func attempt(_ told: Bucket, _ count: Int64, _ event: Event) -> Bool {
        let count = Int(min(max(0, count), Self.mostAttempts))
        if let known = attempts[told] {
            guard count > known.count else { return false }
            attempts[told]?.count = count
            return true
        }
        let bucket = min(told, Bucket(holding: event.at))
        guard event.at - bucket.start < Memory.attempts else { return false }
        attempts[told] = Attempts(count: count, bucket: bucket)
        return true
    }

    /// Records use; of two sums of a bucket the larger one counts.
    private mutating func use(
        _ target: String, _ told: Bucket, _ seconds: Int64, isSynchronised: Bool, _ event: Event
    ) -> Bool {
        let seconds = min(max(0, seconds), Bucket.length.seconds)
        if let known = uses[target]?[told] {
            guard seconds > known.seconds else { return false }
            uses[target]?[told]?.seconds = seconds
            uses[target]?[told]?.isSynchronised = isSynchronised
            return true
        }
        let bucket = min(told, Bucket(holding: event.at))
        guard event.at - bucket.start < UsageRecord.span else { return false }
        uses[target, default: [:]][told] = Use(
            seconds: seconds, isSynchronised: isSynchronised, bucket: bucket)
        return true
    }

    /// Records an episode, unless a revision that prevails is known.
    private mutating func record(_ episode: SharedEpisode, _ told: EpisodeOfDevice) -> Bool {
        let key = EpisodeKey(id: episode.id, target: episode.target)
        if let known = episodes[key], !told.prevails(over: known) { return false }
        episodes[key] = told
        return true
    }

    /// Sets a register, unless the known one prevails.
    private static func set<Value>(
        _ key: String, _ register: Register<Value>, in registers: inout [String: Register<Value>],
        isFinal: (Value) -> Bool = { _ in false }
    ) -> Bool {
        guard 0...highestCounter ~= register.counter else { return false }
        if let known = registers[key], !register.prevails(over: known, isFinal: isFinal) {
            return false
        }
        registers[key] = register
        return true
    }
}

extension Instant {
    /// Days since 1970-01-01 in UTC.
    var utcDay: Int { LocalTime(self, offset: 0).daysSince1970 }

    /// Earlier than any event, and recordable.
    static let beginning = Instant(milliseconds: Instant.recordable.lowerBound)
}
