import RuleModel

/// The part of other devices in the figures.
extension OtherDevices {
    /// The unblocks in any order, each once.
    private var unblocks: [OtherDevice.Unblock] {
        merged(\.unblocks) { $0.at < $1.at }
    }

    private var kept: [Instant] { merged(\.kept, <) }

    /// The values of all devices; of two with one id the earlier one.
    private func merged<Value>(
        _ path: KeyPath<OtherDevice, [SharedFactID: Value]>, _ isEarlier: (Value, Value) -> Bool
    ) -> [Value] {
        var found: [SharedFactID: Value] = [:]
        for device in devices {
            found.merge(device.value[keyPath: path]) { isEarlier($1, $0) ? $1 : $0 }
        }
        return Array(found.values)
    }

    /// Adds the facts of other devices to one's own figures. `own` are one's own attempts in a
    /// bucket: a former self told some of them.
    func add(
        to figures: inout Behaviour.Figures, at now: Instant, today: Instant, thisWeek: Instant,
        own: (Bucket) -> Int
    ) {
        // One's own last two unblocks.
        var latest: [Instant] = []
        if figures.sinceLast != Vocabulary.never {
            latest.append(now - figures.sinceLast)
            if figures.lastGap != Vocabulary.never {
                latest.append(now - figures.sinceLast - figures.lastGap)
            }
        }
        for unblock in unblocks where unblock.at > now - Behaviour.month {
            if unblock.at > now - .hours(1) { figures.unblocksLastHour += 1 }
            if unblock.at >= today { figures.unblocksToday += 1 }
            if unblock.at >= thisWeek { figures.unblocksThisWeek += 1 }
            figures.unblocksLast30Days += 1
            if unblock.isImpulse { figures.impulsesLast30Days += 1 }
            latest.append(unblock.at)
        }
        latest.sort(by: >)
        if let last = latest.first { figures.sinceLast = max(.zero, now - last) }
        if latest.count > 1 { figures.lastGap = latest[0] - latest[1] }
        for at in kept {
            if at >= today { figures.keptToday += 1 }
            if at >= thisWeek { figures.keptThisWeek += 1 }
        }
        for device in devices {
            for attempts in device.value.attempts.values
            where attempts.bucket.start > now - .hours(1) {
                let known = device.value.isOwn ? own(attempts.bucket) : 0
                figures.attemptsLastHour += max(0, attempts.count - known)
            }
        }
    }

    /// Whether use of a target was told.
    func haveUsed(_ target: String) -> Bool {
        devices.contains { $0.value.uses[target] != nil }
    }

    /// How long a target was used on all devices since an instant. `own` is one's own use since
    /// then by buckets, in milliseconds.
    ///
    /// Two devices can be used at once, and the time counts once: a bucket counts the sum, but no
    /// more than its length. Without a synchronised clock nobody knows what was at once.
    func used(_ target: String, since instant: Instant, beside own: [Bucket: Int64]) -> TimeSpan {
        struct Sum {
            var own: Int64
            var others: Int64 = 0
            var isSynchronised = true
        }
        var sums = own.mapValues { Sum(own: $0) }
        for device in devices {
            guard let uses = device.value.uses[target] else { continue }
            // A clock that is ahead tells several buckets that count in one.
            var most: [Bucket: OtherDevice.Use] = [:]
            for use in uses.values where use.bucket.start >= instant {
                let known = most[use.bucket]
                let isMore = known.map { $0.seconds < use.seconds } ?? true
                let isLess = known.map { $0.seconds > use.seconds } ?? false
                if isMore || !isLess && !use.isSynchronised { most[use.bucket] = use }
            }
            for (bucket, use) in most {
                var sum = sums[bucket] ?? Sum(own: 0)
                let told = use.seconds * 1000
                if device.value.isOwn {
                    sum.own = max(sum.own, told)
                } else {
                    sum.others += told
                    if !use.isSynchronised { sum.isSynchronised = false }
                }
                sums[bucket] = sum
            }
        }
        var total: Int64 = 0
        for sum in sums.values {
            let all = sum.own + sum.others
            let isCapped = sum.isSynchronised && sum.others > 0
            total += isCapped ? max(sum.own, min(Bucket.length.milliseconds, all)) : all
        }
        return TimeSpan(milliseconds: max(0, total))
    }
}
