/// The state between runs, `courier.json`. The daemon shows the problem and the last success.
/// Instants are seconds since 1970 by the wall clock.
struct RunState: Codable {
    struct LogState: Codable {
        /// The places that the storage is known to hold: first and last of each range.
        private var stored: [[Int64]] = []
        /// The last instant at which the whole log was looked through.
        var searched: Int64?

        var places: RangeSet<Int64> {
            get {
                RangeSet(
                    stored.compactMap {
                        guard $0.count == 2, $0[0] <= $0[1], FileName.places.contains($0[0]),
                            FileName.places.contains($0[1])
                        else { return nil }
                        return $0[0]..<$0[1] + 1
                    })
            }
            set {
                // Where a storage makes more gaps, the lower files are put again.
                stored = newValue.ranges.suffix(1_000).map { [$0.lowerBound, $0.upperBound - 1] }
            }
        }
    }

    /// A state of another address says nothing: all is put again.
    let address: String
    /// By the names of logs.
    var logs: [String: LogState] = [:]
    /// The failed runs since the last success.
    var failures = 0
    var retryAt: Int64?
    var lastSuccess: Int64?
    var problem: Problem?
    /// A sentence about the problem.
    var text: String?

    init(address: String) { self.address = address }

    /// True until the back-off after a failure is over. A clock that was set back ends it.
    func isBackingOff(at now: Int64) -> Bool {
        retryAt.map { $0 > now && $0 <= now + Backoff.longest } ?? false
    }

    /// Notes how a run ended, and when the next may begin.
    mutating func note(_ failure: Failure?, at now: Int64, random: (Double) -> Double) {
        problem = failure?.problem
        text = failure?.text
        guard let failure, failure.problem != .waiting else {
            if failure == nil { lastSuccess = now }
            failures = 0
            retryAt = nil
            return
        }
        let most = min(Double(Backoff.longest), Double(32 << min(failures, 5)))
        failures = min(failures, 1_000) + 1
        retryAt = now + Int64(random(most))
    }
}

/// The waits between the tries of one run: a random part of 1, 2, 4 … seconds, 20 in all.
struct Backoff {
    /// The longest wait between two runs in seconds.
    static let longest: Int64 = 15 * 60

    private var tries = 0
    private var rest = 20.0

    /// The next wait in seconds; nil if this run has tried enough.
    mutating func next(random: (Double) -> Double) -> Double? {
        guard rest > 0, tries < 10 else { return nil }
        let wait = min(random(Double(1 << tries)), rest)
        tries += 1
        rest -= wait
        return wait
    }
}
