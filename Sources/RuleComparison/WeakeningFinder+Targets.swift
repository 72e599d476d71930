import RuleModel

/// The weakenings of targets.
extension WeakeningFinder {
    /// The targets that are gone, have lost a site, an app or an executable, or do less with them.
    var targetWeakenings: [Weakening] {
        let kept = Self.byKey(after.targets, \.key)
        return before.targets.flatMap { target -> [Weakening] in
            let path = "targets.\(target.key)"
            guard let kept = kept[target.key] else {
                return [
                    Weakening(
                        path, "the target was removed", "the target is new", first(of: target))
                ]
            }
            return kept == target ? [] : weakenings(of: target, kept, path)
        }
    }

    private func weakenings(of target: Target, _ kept: Target, _ path: String) -> [Weakening] {
        var weakenings: [Weakening] = []
        if let site = target.firstSite(notIn: kept) {
            weakenings.append(
                Weakening(path, "a site was removed", "a site was added", .site(site)))
        }
        let programs = Set(kept.apps + kept.executables)
        if let program = (target.apps + target.executables).first(where: { !programs.contains($0) })
        {
            weakenings.append(
                Weakening(path, "an app was removed", "an app was added", .program(program)))
        }
        if target.hasPrograms { weakenings += enforcement(of: target, kept, path) }
        return weakenings + unblockWeakenings(of: target, kept, path)
    }

    /// True if enforcement is weaker. Neither freezing nor stopping is clearly stricter: the one
    /// frees what the other would have ended, or ends what would have come back.
    private func enforcement(of target: Target, _ kept: Target, _ path: String) -> [Weakening] {
        let (before, after) = (target.enforcement, kept.enforcement)
        if before == .notify { return [] }
        if after == .notify {
            return [
                Weakening(
                    path, "apps now keep running, and you only get a notice (on_block: notify)",
                    "apps no longer keep running (on_block: \(before.rawValue))")
            ]
        }
        if before != after {
            return [
                .undecided(
                    path, "\"on_block\" changed between freeze and stop, and neither is stricter")
            ]
        }
        if target.kill && !kept.kill {
            return [
                Weakening(
                    path,
                    "apps that do not quit are no longer killed",
                    "apps that do not quit are now killed")
            ]
        }
        let isFrozenAgain = target.onThaw == .stop && kept.onThaw == .freeze
        return before == .freeze && isFrozenAgain
            ? [
                Weakening(
                    path,
                    "apps that are thawed again and again are no longer stopped (on_thaw: freeze)",
                    "apps that are thawed again and again are now stopped (on_thaw: stop)")
            ] : []
    }

    private func first(of target: Target) -> Witness? {
        let empty = Target(key: "", name: "", sites: [], apps: [], fingerprint: "")
        return target.firstSite(notIn: empty).map { .site($0) }
            ?? (target.apps + target.executables).first.map { .program($0) }
    }
}
