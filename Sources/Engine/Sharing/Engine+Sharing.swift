import RuleModel

/// The join of what this device and the other ones know. It can only add: one's own figures, ends
/// and conditions count as without the others.
extension Engine {
    /// Begins the windows of other devices that run and were not begun here; true if there was one.
    mutating func beginWindows() -> Bool {
        guard let others = state.others?.content else { return false }
        var hasBegun = false
        for (id, window) in others.windowsToBegin(at: clock.last) {
            for part in parts(of: window) where begin(part, of: window, id) { hasBegun = true }
        }
        return hasBegun
    }

    /// The targets of a window that this device has, grouped by the length and the strictness that
    /// it gives them.
    private struct WindowPart {
        var targets: [String]
        let length: TimeSpan
        let isStrict: Bool
        let name: String
    }

    private func parts(of window: SharedWindow) -> [WindowPart] {
        var parts: [WindowPart] = []
        for target in window.targets where scheduleQueue.knows(target: target) {
            var part = WindowPart(
                targets: [target], length: window.time.length, isStrict: false, name: "")
            if window.isAutomatic { bound(&part, target) }
            let place = parts.firstIndex {
                $0.length == part.length && $0.isStrict == part.isStrict && $0.name == part.name
            }
            if let place {
                if !parts[place].targets.contains(target) { parts[place].targets.append(target) }
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    /// Bounds an automatic window by this device's own auto-protections of a target.
    private func bound(_ part: inout WindowPart, _ target: String) {
        var longest: AutoProtection?
        var isStrict = false
        for rule in rules.autoProtections
        where isEnabled(rule) && rule.targets?.contains(target) ?? true {
            if rule.isStrict { isStrict = true }
            if longest.map({ rule.length > $0.length }) ?? true { longest = rule }
        }
        part = WindowPart(
            targets: part.targets, length: min(part.length, longest?.length ?? Self.longestWindow),
            isStrict: isStrict, name: longest?.name ?? "")
    }

    /// The longest automatic window of a target without an auto-protection of its own.
    private static let longestWindow = TimeSpan.hours(2)

    /// Begins a part of a window with what is left of it; false if nothing is.
    private mutating func begin(
        _ part: WindowPart, of window: SharedWindow, _ id: SharedFactID
    ) -> Bool {
        var time = window.time
        time.deadline.elapsed = time.deadline.elapsed - (time.length - part.length)
        time.length = part.length
        guard !time.isOver(at: clock.last) else { return false }
        record(
            .protectionStarted(
                Protection(
                    id: nextSequence,
                    kind: window.isAutomatic ? .autoProtection : .manualProtection,
                    name: part.name, targets: part.targets, isStrict: part.isStrict,
                    length: time.length, deadline: time.deadline, elsewhere: id)))
        if window.isAutomatic { lengthenWaits(of: part.targets) }
        markDirty(part.targets)
        return true
    }

    /// Whether another device answered *no* to a check-in on its present day.
    func isRefusedElsewhere(_ checkIn: CheckIn) -> Bool {
        guard let others = state.others?.content,
            let day = state.checkIns[checkIn.key]?.day
        else { return false }
        return others.answer(to: checkIn.key, on: day) == false
    }

    /// Adds what other devices told to features of this one. `midnight` and `monday` are when the
    /// day and the week began.
    func join(_ features: inout Features, midnight: Instant, monday: Instant) {
        guard let others = state.others?.content else { return }
        let behaviour = state.behaviour
        others.add(
            to: &features.figures, at: features.now, today: midnight, thisWeek: monday
        ) { behaviour.attempts(in: $0) }
        if others.haveScheduleSwitchedOff(at: features.now) {
            features.quietHoursSwitchedOff = true
        }
    }

    /// How long a target was used since an instant: on all devices together, or on this one if that
    /// is more.
    package func usedAnywhere(_ target: String, since instant: Instant) -> TimeSpan {
        let own = used(target, since: instant)
        guard let others = state.others?.content, others.haveUsed(target) else { return own }
        let buckets = useByBucket(of: target, since: instant)
        return max(own, others.used(target, since: instant, beside: buckets))
    }

    /// Whether further use of a target in the present bucket counts for nothing, because other
    /// devices filled it.
    func isBucketFull(of target: String) -> Bool {
        guard let others = state.others?.content, others.haveUsed(target) else { return false }
        let start = Bucket(holding: now).start
        let own = useByBucket(of: target, since: start)
        return used(target, since: start) < Bucket.length
            && others.used(target, since: start, beside: own) == Bucket.length
    }
}
