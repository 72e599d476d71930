import CEL
import RuleModel

extension RuleReview {
    /// Warns of sites that another site of the target includes: `www.amazon.com` beside
    /// `amazon.com`.
    mutating func reviewSites() {
        for (target, entry) in draft.targets {
            let sites = Set(target.sites.map { $0[...] })
            var covered = target.sites.compactMap { site in
                Self.parents(of: site).first { sites.contains($0) }.map { (site, String($0)) }
            }
            covered += target.paths.compactMap { page in
                let host = ([page.host[...]] + Self.parents(of: page.host))
                    .first(where: sites.contains)
                let cover = host.map(String.init) ?? Self.cover(of: page, in: target.paths)
                return cover.map { (page.text, $0) }
            }
            guard !covered.isEmpty, let list = member("sites", of: entry)?.value.list else {
                continue
            }
            let places = Self.places(of: list)
            for (site, parent) in covered {
                guard let place = places[site] else { continue }
                warn(
                    .coveredSite,
                    "\"\(parent)\" already covers all its "
                        + (site.contains("/") ? "paths" : "subdomains") + ", including \"\(site)\"",
                    at: place,
                    notes: places[parent].map { [(at: $0, message: "\"\(parent)\" is here")] }
                        ?? [])
            }
        }
    }

    /// Another path that includes a path; nil if there is none, or too many to compare.
    private static func cover(of page: SitePath, in paths: [SitePath]) -> String? {
        guard paths.count <= 1000 else { return nil }
        return paths.first { $0 != page && $0.covers(page) }?.text
    }

    /// Warns of sites that are left out of their target, and of exceptions without effect.
    mutating func reviewExceptedSites() {
        for (target, entry) in draft.targets
        where !target.exceptSites.isEmpty || !target.exceptPaths.isEmpty {
            let exceptions = Set(target.exceptSites.map { $0[...] })
            let places = Self.places(of: member("sites", of: entry)?.value.list ?? [])
            let named =
                target.sites.map { (site: $0, page: SitePath?.none) }
                + target.paths.map { (site: $0.text, page: $0) }
            for (site, page) in named {
                let host = page?.host ?? site
                let excepted = ([host[...]] + Self.parents(of: host))
                    .first(where: exceptions.contains)
                guard let place = places[site],
                    let exception = excepted.map(String.init)
                        ?? page.flatMap({ page in
                            target.exceptPaths.first { $0.covers(page) }?.text
                        })
                else { continue }
                warn(
                    .exceptedSite,
                    "\"\(site)\" is never blocked with this target, because \"except_sites:\" has "
                        + "\"\(exception)\"", at: place)
            }
            reviewExceptions(of: target, entry)
        }
    }

    private mutating func reviewExceptions(of target: Target, _ entry: Mapping.Entry) {
        // No list is searched for sites below the exception.
        guard target.lists.isEmpty else { return }
        var whole = target
        (whole.exceptSites, whole.exceptPaths) = ([], [])
        let places = Self.places(of: member("except_sites", of: entry)?.value.list ?? [])
        let idle = target.exceptions(besides: whole)
        for site in idle.sites + idle.paths.map(\.text) {
            guard let place = places[site] else { continue }
            warn(
                .idleSiteException,
                "no site of the target includes \"\(site)\", so this exception has no effect",
                at: place)
        }
    }

    /// The domains above a host, the nearest first.
    private static func parents(of host: String) -> some Sequence<Substring> {
        // Hosts are ASCII by now: bytes are found faster than characters.
        sequence(state: host.utf8[...]) { rest -> Substring? in
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            rest = rest[rest.index(after: dot)...]
            return Substring(rest)
        }
    }

    /// The first position of each host in a list.
    private static func places(of list: [Node]) -> [String: Position] {
        var places: [String: Position] = [:]
        for node in list {
            guard let text = node.scalar?.text, case .success(let host) = SiteEntry.parse(text),
                places[host] == nil
            else { continue }
            places[host] = node.at
        }
        return places
    }

    /// Warns of budgets that are never used up before another one of the same target and time.
    mutating func reviewBudgets() {
        var read: Set<String> = []
        for variable in draft.environment.variables {
            guard let variable = RuleVariable(name: variable.name),
                variable.figure == .budgetUsed || variable.figure == .budgetLeft
            else { continue }
            read.insert(variable.key)
        }
        var comparisons = 1_000_000
        for (_, budgets) in Dictionary(grouping: draft.budgets, by: \.rule.target) {
            comparisons -= budgets.count * budgets.count
            guard comparisons >= 0 else { return }
            // A limit that is never reached has its own warning.
            for (budget, entry) in budgets
            where !read.contains(budget.key) && budget.limit < budget.per.length {
                guard let other = budgets.first(where: { $0.rule.covers(budget) }) else { continue }
                warn(
                    .coveredBudget,
                    "the budget \"\(budget.key)\" never matters: \"\(other.rule.key)\" counts the "
                        + "same use and is used up "
                        + (other.rule.limit == budget.limit ? "at the same time" : "first"),
                    at: entry.keyAt,
                    notes: [(at: other.entry.keyAt, message: "the other budget is here")])
            }
        }
    }

    /// Warns of ranges that another range of the schedule covers completely.
    mutating func reviewRanges() {
        // Schedules have few ranges, so comparing each pair takes little work.
        var comparisons = 1_000_000
        for (schedule, entry) in draft.quietHours {
            guard let nodes = member("ranges", of: entry)?.value.list,
                nodes.count == schedule.ranges.count
            else { continue }
            let ranges = schedule.ranges
            comparisons -= ranges.count * ranges.count
            guard comparisons >= 0 else { return }
            for (index, range) in ranges.enumerated() {
                let cover = ranges.indices.first { other in
                    other != index && ranges[other].covers(range)
                        // Of two equal ranges, the first is kept.
                        && (other < index || !range.covers(ranges[other]))
                }
                guard let cover else { continue }
                warn(
                    .coveredRange,
                    ranges[cover] == range
                        ? "this range appears twice in the schedule"
                        : "this range lies within another range of the schedule",
                    at: nodes[index].at,
                    notes: [(at: nodes[cover].at, message: "the other range is here")])
            }
        }
    }
}

extension Budget {
    /// True if this budget blocks whatever the other one does, at the same time or before. A strict
    /// budget is not covered by one that can be unblocked.
    fileprivate func covers(_ other: Budget) -> Bool {
        guard key != other.key, limit <= other.limit, isStrict || !other.isStrict else {
            return false
        }
        // Of two equal budgets, the first is kept.
        guard limit < other.limit || isStrict != other.isStrict || key < other.key else {
            return false
        }
        var same = other
        same.key = key
        same.name = name
        same.limit = limit
        same.isStrict = isStrict
        same.fingerprint = fingerprint
        return same == self
    }
}

extension DailyRange {
    /// True if the range runs whenever the other one runs, on every date.
    fileprivate func covers(_ other: DailyRange) -> Bool {
        // A date that this one leaves out must be one on which the other one does not begin.
        let isLeftOut = except.spans.contains { span in
            other.firstStart(from: span.lowerBound).map { span.contains($0) } ?? false
        }
        guard !isLeftOut else { return false }
        if let dates {
            let spans = other.dates?.spans ?? []
            return !spans.isEmpty && start <= other.start && other.last <= last
                && spans.allSatisfy { span in
                    dates.span(holding: span.lowerBound)?.contains(span.upperBound) ?? false
                }
        }
        return (1...7).allSatisfy { day in
            !other.weekdays.contains(weekday: day) || covers(other, startedOn: day)
        }
    }

    /// The minute at which it ends, counted from the midnight before its start.
    private var last: Int { endsNextDay ? end + 1440 : end }

    /// The weekdays on which it starts, those of its dates included.
    private var weekdays: Weekdays {
        guard let dates else { return days }
        return dates.spans.reduce(into: Weekdays()) { days, span in
            for day in span.prefix(7) {
                let weekday = CivilDate.weekday(daysSince1970: day)
                days.formUnion(.through(weekday, weekday))
            }
        }
    }

    private func covers(_ other: DailyRange, startedOn day: Int) -> Bool {
        if days.contains(weekday: day), start <= other.start, other.last <= last { return true }
        // Another date's start covers the rest of a night, and that date must not be left out.
        guard except.isEmpty else { return false }
        if start == 0, end == 1440, other.endsNextDay {
            return days.contains(weekday: day) && days.contains(weekday: day % 7 + 1)
        }
        return days.contains(weekday: day == 1 ? 7 : day - 1) && other.last <= last - 1440
    }
}
