/// The news for the person about apps.
extension Enforcer {
    /// The id of what is told when the daemon has been gone for too long.
    static let absence = "daemon-gone"

    /// Tells of the targets whose units have all been seen to.
    mutating func tellWhatIsSettled() {
        guard hasPlaces, !isStopping, !untold.isEmpty else { return }
        for target in untold.sorted() {
            // While a hundred units are being frozen this is come by twice for each of them.
            let isUnderWay = units.values.contains {
                $0.isUnderWay && $0.targets.contains(target)
            }
            if isUnderWay { continue }
            let rows = units.values.filter { $0.targets.contains(target) }
            guard let place = places.targets[target], let standing = blocking.blocked[target] else {
                untold.remove(target)
                continue
            }
            if rows.contains(where: { $0.retryAt != nil }) { continue }
            untold.remove(target)
            guard let information = information(target, place.name, standing, rows) else {
                takeBack(target)
                continue
            }
            guard told[target] != information else { continue }
            told[target] = information
            actions.append(.inform(information))
        }
    }

    /// The news of a target holds no longer.
    mutating func takeBack(_ target: String) {
        untold.remove(target)
        if let information = told.removeValue(forKey: target) {
            actions.append(.withdraw(information.id))
        }
    }

    /// The daemon has been gone for so long that these targets are open again.
    mutating func tellAbsence(_ released: [String: Blocking.Standing]) {
        for target in released.keys.sorted() { takeBack(target) }
        let names = shown(
            units.values.filter { row in
                row.isHeld && demand(row) == nil && !row.targets.isDisjoint(with: released.keys)
            })
        guard !names.isEmpty else { return }
        actions.append(
            .inform(
                Information(
                    id: Self.absence, title: "Soteria cannot be reached",
                    text: "Its service does not answer, so what was paused is held no longer: "
                        + "\(names). `systemctl --user status soteriad` says more.")))
    }

    private func information(
        _ target: String, _ name: String, _ standing: Blocking.Standing, _ rows: [EnforcedUnit]
    ) -> Information? {
        var lines: [String] = []
        let paused = rows.filter { $0.step == .frozen }
        if !paused.isEmpty { lines.append("Paused: \(shown(paused)).") }
        let ended = rows.filter { !$0.isHeld && ($0.step == .killed || $0.isEnding) }
        if !ended.isEmpty { lines.append("Asked to end: \(shown(ended)).") }
        for row in rows.sorted(by: { $0.unit.name < $1.unit.name }) where row.step == .running {
            let app = shown([row])
            switch row.reprieve {
            case .exempt(let exemption):
                lines.append("\(app) is blocked and runs on, because \(exemption.words).")
            case .refused(let reason):
                lines.append(
                    "\(app) is blocked and runs on, because it could not be paused: \(reason).")
            case nil where demand(row) == .notify:
                lines.append("\(app) is blocked and still open.")
            case nil: break
            }
        }
        guard !lines.isEmpty else { return nil }
        var seen: Set<String> = []
        let text = lines.filter { seen.insert($0).inserted }.joined(separator: "\n")
        let title = "\(name) is blocked" + (standing.time.map { " until \($0)" } ?? "")
        return Information(
            id: "blocked:\(target)", title: title, text: text,
            unblocks: rows.sorted { $0.unit.name < $1.unit.name }
                .lazy.compactMap { self.reported($0, of: [target]).first }.first)
    }

    /// The apps of units for people, each once: ids as they are, executables by their last part.
    private func shown(_ rows: [EnforcedUnit]) -> String {
        let names = rows.map { row in
            let app = app(row)
            return app.hasPrefix("/")
                ? String(app[(app.lastIndex(of: "/") ?? app.startIndex)...].dropFirst()) : app
        }
        return Set(names).sorted().joined(separator: ", ")
    }
}
