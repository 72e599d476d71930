import RuleModel

/// The requests about one target from a first one to 2 h later, and what came of them.
///
/// An episode lasts longer as long as a request that began in it is open. Episodes of several
/// targets that share a request are one group: figures over all targets count groups.
package struct Episode: Hashable, Sendable, Codable {
    package let target: String
    /// The number of its first request.
    package let first: Int64
    /// The number of the first request of its group.
    package internal(set) var group: Int64
    /// The local day of its first request, as days since 1970-01-01.
    @LocalDay package var day: Int
    /// The hour of its first request on the local clock, 0 to 23.
    package let hour: Int
    /// The 2 h from its first request on.
    package internal(set) var time: Countdown
    /// The 10 minutes after the last end of a request; nil before the first end.
    var afterword: Countdown?
    /// Whether its group has other episodes.
    var isJoined = false
    /// Its open requests.
    private(set) var open: [Int64]
    /// Open requests that are not about the target, but would open it too.
    private(set) var beside: [Int64] = []
    package internal(set) var said = Said()
    /// The unblocks that opened the target in it, in the order in which they began.
    package private(set) var unblocks: [Unblock] = []
    /// The last request of it that was kept, or that ended with a protection for good;
    /// nil if none was.
    private var kept: Int64?
    /// The requests of it that ended with a protection that could be taken back; nil: none.
    private var protected: [Protected]?
    /// Whether a goal was credited from its group.
    var isCredited = false

    /// How long an episode lasts at least. The texts about goals and figures and the journal's
    /// catalog say "two hours"; a stored state depends on it (`Checkpoint.format`).
    package static let length = TimeSpan.hours(2)
    /// How long after its end something can still be said of a request.
    static let afterwords = TimeSpan.minutes(10)

    /// An unblock in an episode.
    package struct Unblock: Hashable, Sendable, Codable {
        package var request: Int64
        /// The number of the event.
        var sequence: Int64
        /// The length of use that was meant, in minutes; nil if none was said, or without a grant.
        package var minutes: Int?
        /// Whether a grant began; otherwise a protection ended early.
        package var isGrant: Bool
        /// The use under the grant, and the part of it that an earlier grant has too.
        package internal(set) var used = TimeSpan.zero
        package internal(set) var usedAgain = TimeSpan.zero

        /// The use that no earlier grant has.
        var usedAlone: TimeSpan { max(.zero, used - usedAgain) }
    }

    /// A request that ended with a protection.
    private struct Protected: Hashable, Sendable, Codable {
        var request: Int64
        var protection: Int64
    }

    package enum Outcome: Hashable, Sendable {
        /// The target was opened.
        case opened
        /// The target was not opened, and a block was kept.
        case kept
    }

    init(_ request: UnblockRequest, about target: String, day: Int, hour: Int, at start: Deadline) {
        self.target = target
        first = request.id
        group = request.id
        self.day = day
        self.hour = hour
        time = Countdown(Self.length, from: start)
        open = [request.id]
    }

    /// The outcome so far; nil while there is none. An episode without one that is over is expired.
    ///
    /// Inlined, so that the episode is not copied for the call.
    @inline(__always)
    package var outcome: Outcome? { unblocks.isEmpty ? lastKept.map { _ in .kept } : .opened }

    /// The last request of it that was kept or ended with a protection; nil if none was.
    @inline(__always)
    var lastKept: Int64? {
        guard let protected, let last = protected.lazy.map(\.request).max() else { return kept }
        return max(kept ?? last, last)
    }

    /// Whether no request belongs to it any more at a moment of the same boot.
    package func isOver(at moment: Deadline) -> Bool { open.isEmpty && time.isOver(at: moment) }

    /// The end of the time in which it can change, but for use; nil while a request is open.
    var settles: TimeSpan? {
        guard open.isEmpty, beside.isEmpty else { return nil }
        return max(time.deadline.elapsed, afterword?.deadline.elapsed ?? time.deadline.elapsed)
    }

    /// Inlined, so that the episode is not copied for the call.
    @inline(__always)
    func concerns(_ request: Int64) -> Bool {
        open.contains(request) || beside.contains(request)
            || unblocks.contains { $0.request == request }
    }

    mutating func begin(_ request: Int64) { open.append(request) }

    /// Records an open request that would open the target too.
    mutating func await(_ request: Int64) { beside.append(request) }

    /// Ends a request; `protection`: the one that ended it, if it can be taken back.
    mutating func end(
        _ request: Int64, _ outcome: UnblockRequest.Ending, by protection: Int64?,
        at moment: Deadline
    ) {
        if !beside.isEmpty { beside.removeAll { $0 == request } }
        guard let index = open.firstIndex(of: request) else { return }
        open.remove(at: index)
        // Events that had to reach the disk first are applied late.
        let next = Countdown(Self.afterwords, from: moment)
        if afterword.map({ $0.deadline.elapsed < next.deadline.elapsed }) ?? true {
            afterword = next
        }
        guard outcome.keeps else { return }
        if let protection {
            protected = (protected ?? []) + [Protected(request: request, protection: protection)]
        } else {
            kept = max(kept ?? request, request)
        }
    }

    /// Whether a protection that can be taken back ended a request of it.
    func wasKept(by protection: Int64) -> Bool {
        protected?.contains { $0.protection == protection } ?? false
    }

    /// Records that a protection was taken back: the requests that it ended are not kept.
    mutating func takeBack(_ protection: Int64) {
        guard wasKept(by: protection) else { return }
        let others = protected?.filter { $0.protection != protection } ?? []
        protected = others.isEmpty ? nil : others
    }

    mutating func record(_ unblock: Unblock) {
        let place = unblocks.prefixCount { $0.sequence < unblock.sequence }
        unblocks.insert(unblock, at: place)
    }

    /// Updates the use under the grant of a request.
    mutating func use(_ outcome: UnblockOutcome) {
        for index in unblocks.indices where unblocks[index].request == outcome.request {
            unblocks[index].used = outcome.used
            unblocks[index].usedAgain = outcome.usedAgain ?? .zero
        }
    }

    mutating func carry(from last: State.Moment, to event: Event) {
        time.carry(from: last, to: event)
        afterword?.carry(from: last, to: event)
    }
}

extension Episode {
    /// The answers that were given in an episode, each as it was given last.
    package struct Said: Hashable, Sendable, Codable {
        var purpose: Answer<Purpose>?
        var category: Answer<String>?
        var mood: Answer<String>?
        var amount: Answer<Money>?
        var minutes: Answer<Int>?

        /// An answer, and the number of the event with which it was given.
        struct Answer<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
            var value: Value
            var sequence: Int64
        }

        /// Records the parts of an intent that differ from the request's former one.
        mutating func record(_ intent: Intent, after before: Intent?, _ sequence: Int64) {
            func record<Value>(
                _ new: Value?, after old: Value?, in answer: inout Answer<Value>?
            ) {
                guard let new, new != old else { return }
                answer = Answer(value: new, sequence: sequence)
            }
            record(intent.purpose, after: before?.purpose, in: &purpose)
            if intent.isBare { return }
            record(intent.category, after: before?.category, in: &category)
            record(intent.mood, after: before?.mood, in: &mood)
            record(intent.amount, after: before?.amount, in: &amount)
            record(intent.minutes, after: before?.minutes, in: &minutes)
        }

        var hasWords: Bool { category != nil || mood != nil || amount != nil }

        /// Removes the words that were given up to an event; purpose and minutes stay.
        mutating func forgetWords(through sequence: Int64) {
            if let known = category, known.sequence <= sequence { category = nil }
            if let known = mood, known.sequence <= sequence { mood = nil }
            if let known = amount, known.sequence <= sequence { amount = nil }
        }

        /// Adds other answers, of which the later ones count.
        mutating func add(_ other: Said) {
            func later<Value>(_ one: Answer<Value>?, _ other: Answer<Value>?) -> Answer<Value>? {
                guard let one, let other else { return one ?? other }
                return other.sequence > one.sequence ? other : one
            }
            purpose = later(purpose, other.purpose)
            category = later(category, other.category)
            mood = later(mood, other.mood)
            amount = later(amount, other.amount)
            minutes = later(minutes, other.minutes)
        }
    }
}

extension UnblockRequest.Ending {
    /// Whether the target stayed blocked because the person wanted it.
    var keeps: Bool { self == .kept || self == .protected }
}
