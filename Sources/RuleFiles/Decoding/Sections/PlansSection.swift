import Engine

extension Draft {
    /// `plans: {KEY: {entries, schedules, auto_protections, metrics, predictive_alerts, export,
    /// edit_schedules}}`: what each plan allows; what is left out has no limit.
    mutating func decodePlans(_ entry: Mapping.Entry) {
        plans = [:]
        for entry in keyedEntries(entry, of: "plans") {
            guard let map = map(entry.value, expected: "a map of limits, {} for none") else {
                continue
            }
            plans[entry.key] = plan(entry.key, map)
        }
    }

    private mutating func plan(_ key: String, _ map: Mapping) -> Plan {
        checkKeys(
            of: map,
            are: [
                "entries", "schedules", "auto_protections", "metrics", "predictive_alerts",
                "export", "edit_schedules",
            ],
            in: "plan \"\(key)\"")
        func limit(_ key: String, _ highest: Int) -> Int? {
            map[key].flatMap { count($0.value, within: 0...highest) }
        }
        func allows(_ key: String) -> Bool { map[key].flatMap { truth($0.value) } ?? true }
        return Plan(
            key: key,
            entries: limit("entries", 1_000_000),
            schedules: limit("schedules", Limits.entries),
            autoProtections: limit("auto_protections", Limits.entries),
            metrics: map["metrics"].flatMap { metricsRanges($0.value) },
            hasPredictiveAlerts: allows("predictive_alerts"), hasExport: allows("export"),
            canEditSchedules: allows("edit_schedules"))
    }

    private mutating func metricsRanges(_ node: Node) -> Set<Plan.MetricsRange>? {
        let known = Plan.MetricsRange.allCases.map(\.rawValue)
        let names = texts(node, of: "ranges") { draft, node in
            guard let name = draft.text(node, expected: "a range such as today") else { return nil }
            if known.contains(name) { return name }
            draft.findings.error(
                "there is no range \"\(name)\"; known are \(known.joined(separator: ", "))",
                at: node.at, suggestion: NearName.nearest(to: name, among: known))
            return nil
        }
        return names.map { Set($0.compactMap(Plan.MetricsRange.init)) }
    }

    /// `plan: KEY`.
    mutating func decodePlan(_ entry: Mapping.Entry) {
        guard let key = text(entry.value, expected: "a plan's key") else { return }
        guard let plan = plans[key] else {
            findings.error(
                "there is no plan \"\(key)\"", at: entry.value.at,
                suggestion: NearName.nearest(to: key, among: plans.keys.sorted()))
            return
        }
        self.plan = plan
    }

    /// Leaves in force what the plan allows, by key, and tells what it does not; nothing is lost,
    /// since the files keep it.
    mutating func applyPlan() {
        if let limit = plan.entries { limitEntries(to: limit) }
        if let limit = plan.schedules, quietHours.count > limit {
            tellNotInForce(quietHours[limit...].map(\.entry), limit, "schedule")
            quietHours.removeSubrange(limit...)
        }
        if let limit = plan.autoProtections, autoProtections.count > limit {
            tellNotInForce(autoProtections[limit...].map(\.entry), limit, "auto-protection")
            autoProtections.removeSubrange(limit...)
        }
    }

    private mutating func tellNotInForce(
        _ entries: [Mapping.Entry], _ limit: Int, _ what: String
    ) {
        // What the shipped defaults alone say nobody wrote, so nobody misses it.
        for entry in entries where findings.files[entry.keyAt.file].layer > 0 {
            findings.warning(
                "the plan \"\(plan.key)\" allows \(limit) \(what)\(limit == 1 ? "" : "s"); "
                    + "\"\(entry.key)\" is not in force",
                at: entry.keyAt)
        }
    }

    private mutating func limitEntries(to limit: Int) {
        var left = limit
        var dropped: Set<String> = []
        for index in targets.indices {
            let target = targets[index].target
            let sites = Array(target.sites.prefix(left))
            let apps = Array(target.apps.prefix(left - sites.count))
            left -= sites.count + apps.count
            let executables = Array(target.executables.prefix(left))
            left -= executables.count
            let missing =
                target.sites.dropFirst(sites.count) + target.apps.dropFirst(apps.count)
                + target.executables.dropFirst(executables.count)
            guard let first = missing.first else { continue }
            findings.warning(
                "the plan \"\(plan.key)\" allows \(limit) "
                    + "site\(limit == 1 ? " or app" : "s and apps"); \"\(first)\""
                    + (missing.count > 1 ? " and \(missing.count - 1) more are" : " is")
                    + " not in force",
                at: targets[index].entry.keyAt)
            targets[index].target.sites = sites
            targets[index].target.apps = apps
            targets[index].target.executables = executables
            if sites.isEmpty, apps.isEmpty, executables.isEmpty { dropped.insert(target.key) }
        }
        guard !dropped.isEmpty else { return }
        targets.removeAll { dropped.contains($0.target.key) }
        for index in quietHours.indices {
            quietHours[index].schedule.targets.removeAll { dropped.contains($0) }
        }
        quietHours.removeAll { $0.schedule.targets.isEmpty }
        for index in autoProtections.indices {
            autoProtections[index].rule.targets?.removeAll { dropped.contains($0) }
        }
        autoProtections.removeAll { $0.rule.targets?.isEmpty == true }
        // What is asked is asked all the same.
        for index in checkIns.indices {
            checkIns[index].checkIn.blocks.removeAll { dropped.contains($0) }
            checkIns[index].checkIn.onNo.block.removeAll { dropped.contains($0) }
        }
        budgets.removeAll { dropped.contains($0.budget.target) }
    }
}
