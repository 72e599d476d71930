import Localization

/// Notices about blocked apps.
extension Enforcer {
    /// The id of the notice that the daemon has been gone for too long.
    static let absence = "daemon-gone"

    /// Shows the notices about targets whose units have no pending work.
    mutating func informOfFinishedTargets() {
        guard hasPlaces, !isStopping, !uninformed.isEmpty else { return }
        for target in uninformed.sorted() {
            // This runs twice for each of a hundred units that are being frozen.
            let isUnderWay = units.values.contains {
                $0.isUnderWay && $0.targets.contains(target)
            }
            if isUnderWay { continue }
            let rows = units.values.filter { $0.targets.contains(target) }
            guard let place = places.targets[target], let block = blockedTargets.blocks[target]
            else {
                uninformed.remove(target)
                continue
            }
            if rows.contains(where: { $0.retryAt != nil }) { continue }
            uninformed.remove(target)
            guard let information = information(target, place.name, block, rows) else {
                withdraw(target)
                continue
            }
            guard informed[target] != information else { continue }
            informed[target] = information
            actions.append(.inform(information))
        }
    }

    /// Withdraws the notice about a target.
    mutating func withdraw(_ target: String) {
        uninformed.remove(target)
        if let information = informed.removeValue(forKey: target) {
            actions.append(.withdraw(information.id))
        }
    }

    /// Shows that these targets are open again because the daemon has been gone for too long.
    mutating func informOfAbsence(_ released: [String: BlockedTargets.Block]) {
        for target in released.keys.sorted() { withdraw(target) }
        let names = shown(
            units.values.filter { row in
                row.isHeld && demand(row) == nil && !row.targets.isDisjoint(with: released.keys)
            })
        guard !names.isEmpty else { return }
        actions.append(
            .inform(
                Information(
                    id: Self.absence, title: localized("Soteria cannot be reached"),
                    text: localized(
                        """
                        Soteria is not responding, so these apps are no longer paused: \(names). \
                        To find out why, run: systemctl --user status soteriad
                        """))))
    }

    private func information(
        _ target: String, _ name: String, _ block: BlockedTargets.Block, _ rows: [EnforcedUnit]
    ) -> Information? {
        var lines: [String] = []
        // A held start has not begun, so it says nothing of what is paused.
        let paused = rows.filter {
            $0.step == .frozen && !$0.isDiscarded && heldStarts.starts[$0.unit.name] == nil
        }
        if !paused.isEmpty {
            lines.append(
                localized("Paused: \(shown(paused)). Nothing is lost."))
        }
        let ended = rows.filter { !$0.isHeld && ($0.step == .killed || $0.isEnding) }
        if !ended.isEmpty { lines.append(localized("Asked to quit: \(shown(ended)).")) }
        for row in rows.sorted(by: { $0.unit.name < $1.unit.name }) where row.step == .running {
            let app = shown([row])
            switch row.runReason {
            case .exempt(let exemption):
                lines.append(
                    localized(
                        """
                        \(app) is blocked but keeps running, because \(localized(exemption.reason)).
                        """
                    ))
            case .refused(let reason):
                lines.append(
                    localized(
                        """
                        \(app) is blocked but keeps running, because it could not be paused: \
                        \(reason).
                        """))
            case nil where demand(row) == .notify:
                lines.append(
                    localized(
                        """
                        \(app) is blocked but stays open, because the rules only ask for this \
                        notice.
                        """
                    )
                )
            case nil: break
            }
        }
        guard !lines.isEmpty else { return nil }
        var seen: Set<String> = []
        let text = lines.filter { seen.insert($0).inserted }.joined(separator: "\n")
        let title =
            block.time.map { localized("\(name) is blocked until \($0)") }
            ?? localized("\(name) is blocked")
        return Information(
            id: "blocked:\(target)", title: title, text: text,
            unblocks: rows.sorted { $0.unit.name < $1.unit.name }
                .lazy.compactMap { self.reported($0, of: [target]).first }.first)
    }

    /// The names of the units' apps, without duplicates: ids unchanged, executables by their file
    /// name.
    private func shown(_ rows: [EnforcedUnit]) -> String {
        let names = rows.map { row in
            let app = app(row)
            return app.hasPrefix("/")
                ? String(app[(app.lastIndex(of: "/") ?? app.startIndex)...].dropFirst()) : app
        }
        return Set(names).sorted().joined(separator: ", ")
    }
}
