import RuleModel

/// The facts that are told in buckets and not by an event. They are asked for at each quarter of an
/// hour, and when another fact is told; the shell tells what grew.
extension Engine {
    /// The sums of the present buckets of one's own use and attempts, and the schedules that are
    /// switched off now.
    package var toldBuckets: [ToldFact] {
        toldUses + toldAttempts + toldSwitches
    }

    /// How far back buckets are told again, in case a daemon died before it told them.
    private static let toldFor = TimeSpan.days(1)

    /// The use of each bucket from which no idle time is deducted any more.
    private var toldUses: [ToldFact] {
        let isSynchronised =
            clock.jump == nil && state.continuity != .unproven && state.continuity != .behind
        let settled = Bucket(holding: now - rules.awayAfter)
        var told: [ToldFact] = []
        for target in state.usage.usedTargets {
            var buckets = useByBucket(of: target, since: now - Self.toldFor)
            // Idle time is noted later than the use that it is deducted from.
            var deducted: Int64 = 0
            for bucket in buckets.keys.sorted(by: >) {
                let use = (buckets[bucket] ?? 0) + deducted
                deducted = min(0, use)
                buckets[bucket] = max(0, use)
            }
            for (bucket, use) in buckets.sorted(by: { $0.key < $1.key })
            where bucket < settled && use >= 1000 {
                let seconds = min(use / 1000, Bucket.length.seconds)
                told.append(
                    ToldFact(
                        origin: .bucket(bucket, target: target), at: now,
                        content: .used(
                            target: target, bucket: bucket, seconds: seconds,
                            isSynchronised: isSynchronised)))
            }
        }
        return told
    }

    private var toldAttempts: [ToldFact] {
        var told: [ToldFact] = []
        var bucket = Bucket(holding: now - .hours(1))
        while bucket.start <= now {
            let count = state.behaviour.attempts(in: bucket)
            if count > 0 {
                told.append(
                    ToldFact(
                        origin: .bucket(bucket, target: ""), at: now,
                        content: .attempts(bucket: bucket, count: Int64(count))))
            }
            bucket = Bucket(bucket.number + 1)
        }
        return told
    }

    private var toldSwitches: [ToldFact] {
        var told: [ToldFact] = []
        for index in rules.quietHours.indices where isSwitchedOff(index, at: now) {
            guard let stretch = scheduleQueue.calendars[index].stretch(holding: now) else {
                continue
            }
            let what = OtherDevices.schedules + FormerKey.base(of: rules.quietHours[index].key)
            told.append(
                ToldFact(
                    origin: .bucket(Bucket(holding: stretch.start), target: what), at: now,
                    content: .weakened(what: what, until: stretch.end ?? now + .days(1))))
        }
        return told
    }
}
