import RuleModel

extension Draft {
    /// `plans: {KEY: PlanFields}`: the limits of each plan; a key that is left out has no limit.
    mutating func decodePlans(_ entry: Mapping.Entry) {
        let read = rules(keyedEntries(entry, of: "plans"), PlanFields.shape, "plan") {
            $0.plan($2.key, $1)
        }
        plans = Dictionary(read.map { ($0.rule.key, $0.rule) }, uniquingKeysWith: { $1 })
    }

    private mutating func plan(_ key: String, _ fields: Fields) -> Plan {
        Plan(
            key: key,
            entries: read(PlanFields.entries, in: fields),
            schedules: read(PlanFields.schedules, in: fields),
            autoProtections: read(PlanFields.autoProtections, in: fields),
            metrics: read(PlanFields.metrics, in: fields),
            hasPredictiveAlerts: read(PlanFields.predictiveAlerts, in: fields) ?? true,
            hasExport: read(PlanFields.export, in: fields) ?? true,
            canEditSchedules: read(PlanFields.editSchedules, in: fields) ?? true)
    }

    mutating func metricsRanges(_ node: Node) -> Set<Plan.MetricsRange>? {
        let known = Plan.MetricsRange.allCases.map(\.rawValue)
        let names = texts(node, of: "ranges") { draft, node in
            guard let name = draft.text(node, expected: "a time range such as \"today\"") else {
                return nil
            }
            if known.contains(name) { return name }
            draft.findings.error(
                "there is no time range \"\(name)\"; the time ranges are "
                    + known.joined(separator: ", "),
                at: node.at, suggestion: NearName.nearest(to: name, among: known))
            return nil
        }
        return names.map { Set($0.compactMap(Plan.MetricsRange.init)) }
    }

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

    /// Removes entries over the plan's limits, in the order of keys, and reports them.
    mutating func applyPlan() {
        if let limit = plan.entries { limitEntries(to: limit) }
        if let limit = plan.schedules, quietHours.count > limit {
            reportNotInForce(quietHours[limit...].map(\.entry), limit, "schedule")
            quietHours.removeSubrange(limit...)
        }
        if let limit = plan.autoProtections, autoProtections.count > limit {
            reportNotInForce(autoProtections[limit...].map(\.entry), limit, "auto-protection")
            autoProtections.removeSubrange(limit...)
        }
    }

    private mutating func reportNotInForce(
        _ entries: [Mapping.Entry], _ limit: Int, _ what: String
    ) {
        // The person did not write the shipped defaults, so no warning is needed.
        for entry in entries where findings.files[entry.keyAt.file].layer > 0 {
            findings.warning(
                .planLimit,
                "the plan \"\(plan.key)\" allows \(limit) \(what)\(limit == 1 ? "" : "s"); "
                    + "\"\(entry.key)\" is not in force; see: soteria plan",
                at: entry.keyAt)
        }
    }

    private mutating func limitEntries(to limit: Int) {
        var left = limit
        var dropped: Set<String> = []
        for index in targets.indices {
            let missing = limitPlaces(of: &targets[index].rule, to: &left)
            guard let first = missing.first else { continue }
            findings.warning(
                .planLimit,
                "the plan \"\(plan.key)\" allows \(limit) "
                    + "site\(limit == 1 ? " or app" : "s and apps"); \"\(first)\""
                    + (missing.count > 1 ? " and \(missing.count - 1) more are" : " is")
                    + " not in force; see: soteria plan",
                at: targets[index].entry.keyAt)
            let target = targets[index].rule
            if target.siteCount == 0, !target.hasPrograms { dropped.insert(target.key) }
        }
        guard !dropped.isEmpty else { return }
        targets.removeAll { dropped.contains($0.rule.key) }
        for index in quietHours.indices {
            quietHours[index].rule.targets.removeAll { dropped.contains($0) }
        }
        quietHours.removeAll { $0.rule.targets.isEmpty }
        for index in autoProtections.indices {
            autoProtections[index].rule.targets?.removeAll { dropped.contains($0) }
        }
        autoProtections.removeAll { $0.rule.targets?.isEmpty == true }
        // The check-in asks its question all the same.
        for index in checkIns.indices {
            checkIns[index].rule.blocks.removeAll { dropped.contains($0) }
            checkIns[index].rule.onNo.block.removeAll { dropped.contains($0) }
        }
        budgets.removeAll { dropped.contains($0.rule.target) }
    }

    /// Cuts the sites, apps and executables of a target to what the plan leaves; returns the
    /// removed ones. A list is in force whole or not at all.
    private func limitPlaces(of target: inout Target, to left: inout Int) -> [String] {
        var missing: [String] = []
        func limit(_ places: inout [String]) {
            missing += places.dropFirst(left)
            places = Array(places.prefix(left))
            left -= places.count
        }
        limit(&target.sites)
        missing += target.paths.dropFirst(left).map(\.text)
        target.paths = Array(target.paths.prefix(left))
        left -= target.paths.count
        if target.hasEverySite {
            target.hasEverySite = left > 0
            if left > 0 { left -= 1 } else { missing.append(SiteScope.everySite) }
        }
        target.lists.removeAll { list in
            guard list.count > left else {
                left -= list.count
                return false
            }
            missing.append(lists.path(of: list) ?? list.digest)
            return true
        }
        limit(&target.apps)
        limit(&target.executables)
        return missing
    }
}
