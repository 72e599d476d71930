import RuleModel

extension WeakeningFinder {
    /// The check-ins that restricted a target and no longer do, or do so otherwise.
    var checkInWeakenings: [Weakening] {
        let kept = Self.byKey(after.checkIns, \.key)
        return before.checkIns.flatMap { checkIn -> [Weakening] in
            let path = "check_ins.\(checkIn.key)"
            let blocks = targets.intersection(checkIn.blocks)
            let onNo = targets.intersection(checkIn.onNo.block)
            if blocks.isEmpty, onNo.isEmpty { return [] }
            guard let kept = kept[checkIn.key] else {
                return [Weakening(path, "the question is no longer asked", "the question is new")]
            }
            return weakenings(checkIn, kept, blocks: blocks, onNo: onNo, path)
        }
    }

    private func weakenings(
        _ checkIn: CheckIn, _ kept: CheckIn, blocks: Set<String>, onNo: Set<String>,
        _ path: String
    ) -> [Weakening] {
        var weakenings: [Weakening] = []
        if let target = blocks.subtracting(kept.blocks).min() {
            weakenings.append(
                Weakening(
                    path, target,
                    isNoLonger: "blocked until you answer the check-in"))
        }
        if let target = onNo.subtracting(kept.onNo.block).min() {
            weakenings.append(
                Weakening(
                    path, target,
                    isNoLonger: "blocked after you answer \"no\""))
        }
        if checkIn.isStrict && !kept.isStrict { weakenings.append(.notStrict(path)) }
        if checkIn.opens != kept.opens {
            let times = [checkIn.opens, kept.opens].sorted().map(ClockText.time)
            weakenings.append(
                .undecided(
                    path,
                    "the check-in opens at different times (\(times[0]) and \(times[1]))"))
        }
        if !isSameZone(checkIn.timeZone, kept.timeZone) {
            weakenings.append(.undecided(path, zones(checkIn.timeZone, kept.timeZone)))
        }
        return weakenings
    }
}
