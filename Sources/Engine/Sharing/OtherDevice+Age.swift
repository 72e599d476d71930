import RuleModel

/// Changes of what another device told that time brings.
extension OtherDevice {
    /// Removes what counts for nothing any more.
    mutating func prune(at now: Instant) {
        counts = counts.filter { $0.key >= (now - Memory.all).utcDay }
        unblocks = unblocks.filter { now - $0.value.at < Memory.unblocks }
        kept = kept.filter { now - $0.value < Memory.week }
        windows = windows.filter { now - $0.value.at < Memory.week }
        weakened = weakened.filter { now - $0.value.at < Memory.week }
        answers = answers.filter { $0.key.day >= now.utcDay - 3 }
        attempts = attempts.filter { now - $0.value.bucket.start < Memory.attempts }
        uses = uses.compactMapValues { buckets in
            let known = buckets.filter { now - $0.value.bucket.start < UsageRecord.span }
            return known.isEmpty ? nil : known
        }
        episodes = episodes.filter { now - $0.value.at < Memory.episodes }
        experiments = experiments.filter { now - $0.value.at < Memory.experiments }
    }

    /// Moves facts from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        heardAt = min(heardAt, instant)
        latest = min(latest, instant)
        let bucket = Bucket(holding: instant)
        for id in unblocks.keys { unblocks[id]?.at.lower(to: instant) }
        for id in kept.keys { kept[id]?.lower(to: instant) }
        for id in windows.keys { windows[id]?.at.lower(to: instant) }
        for id in weakened.keys {
            weakened[id]?.at.lower(to: instant)
            weakened[id]?.until.lower(to: instant + .days(1))
        }
        for key in episodes.keys { episodes[key]?.at.lower(to: instant) }
        for run in experiments.keys { experiments[run]?.at.lower(to: instant) }
        for told in attempts.keys { attempts[told]?.bucket.lower(to: bucket) }
        for target in uses.keys {
            for told in uses[target]?.keys.map(\.self) ?? [] {
                uses[target]?[told]?.bucket.lower(to: bucket)
            }
        }
    }

    /// Carries the ends of windows over a reboot.
    mutating func carry(from last: State.Moment, to event: Event) {
        for id in windows.keys { windows[id]?.time.carry(from: last, to: event) }
    }

    /// Removes the person's words in episodes from before a local day.
    mutating func forgetWords(before day: Int) {
        let midnight = Int64(day) * 86400
        for (key, told) in episodes where told.at.seconds < midnight {
            episodes[key]?.episode.forgetWords()
        }
    }
}

extension Comparable {
    fileprivate mutating func lower(to other: Self) { self = min(self, other) }
}
