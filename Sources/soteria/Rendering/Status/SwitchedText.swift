import API
import Localization

enum ScheduleText {
    /// Every schedule with its ranges, its targets and its times.
    static func list(_ schedules: [QuietHoursAPI.Schedule], now: Moment?, _ style: Style) -> String
    {
        schedules.blocks(none: localized("No rule file defines quiet hours.\n")) {
            one($0, now: now, style)
        }
    }

    private static func one(_ schedule: QuietHoursAPI.Schedule, now: Moment?, _ style: Style)
        -> String
    {
        let key = schedule.schedule + (schedule.strict ? localized(", strict") : "")
        var table = TextTable()
        for range in schedule.ranges { table.add(.init(days(range)), .init(times(range))) }
        let role: Style.Role = schedule.active ? .bad : .faint
        return style.heading(schedule.active, role, schedule.name, key) + "\n"
            + table.text(style, indent: 2) + "  " + state(schedule, now: now, style) + "\n"
    }

    private static func state(_ schedule: QuietHoursAPI.Schedule, now: Moment?, _ style: Style)
        -> String
    {
        let blocks =
            schedule.targets.isEmpty
            ? localized("nothing") : Printable.text(schedule.targets.joined(separator: ", "))
        guard schedule.enabled else {
            let off =
                schedule.switched
                ? localized("switched off by you") : localized("switched off in the rules")
            return localized("\(style.apply(.doubtful, off)); if on, it blocks \(blocks)")
        }
        let reference = now ?? schedule.start.flatMap { Moment($0) }
        guard let now = reference, let start = schedule.start else {
            return localized("blocks \(blocks), next start unknown")
        }
        if schedule.active {
            return style.apply(
                .bad, localized("blocks \(blocks)\(TimeWords.until(schedule.end, now: now))"))
        }
        let end = schedule.end.map { localized(" until \(TimeWords.at($0, now: now))") } ?? ""
        return localized("blocks \(blocks) from \(TimeWords.ahead(start, now: now))\(end)")
    }

    /// The days of a range, or its dates: `2026-12-24, 2026-12-27..2026-12-31`.
    private static func days(_ range: QuietHoursAPI.Range) -> String {
        range.dates.map { Printable.text($0.joined(separator: ", ")) } ?? days(range.days)
    }

    /// `Sun–Thu`, `daily`, `Mon, Wed`: runs of days, around the end of the week too.
    static func days(_ days: [QuietHoursAPI.Weekday]) -> String {
        let week = QuietHoursAPI.Weekday.allCases
        let isIn = week.map { days.contains($0) }
        if isIn.allSatisfy({ $0 }) { return localized("daily") }
        // A run starts at a day whose previous day is not included.
        let starts = week.indices.filter { isIn[$0] && !isIn[($0 + 6) % 7] }
        let runs = starts.map { start in
            var end = start
            while isIn[(end + 1) % 7] { end = (end + 1) % 7 }
            let first = WeekdayText.short[start]
            if end == start { return first }
            let separator = (start + 1) % 7 == end ? ", " : "–"
            return first + separator + WeekdayText.short[end]
        }
        return runs.joined(separator: ", ")
    }

    private static func times(_ range: QuietHoursAPI.Range) -> String {
        let except =
            range.except.isEmpty
            ? "" : localized(", not on \(range.except.joined(separator: ", "))")
        return "\(range.start)–\(range.end)\(except)"
    }
}

enum AutoProtectionText {
    /// Every rule with its condition, its targets and whether it is active.
    static func list(_ rules: [ProtectionAPI.AutoProtection], now: Moment?, _ style: Style)
        -> String
    {
        rules.blocks(none: localized("No rule file defines auto-protection.\n")) {
            one($0, now: now, style)
        }
    }

    private static func one(
        _ rule: ProtectionAPI.AutoProtection, now: Moment?, _ style: Style
    ) -> String {
        let runs = rule.until != nil
        let key = rule.rule + (rule.strict ? localized(", strict") : "")
        let targets = rule.targets.joined(separator: ", ")
        let length = TimeWords.length(seconds: rule.seconds)
        let again = TimeWords.length(seconds: rule.againAfter)
        var table = TextTable()
        table.add(name: localized("When"), rule.condition)
        table.add(
            name: localized("Blocks"),
            targets.isEmpty
                ? localized("nothing yet, because no rule file defines a target")
                : localized("\(targets) for \(length)"))
        table.add(
            name: localized("Again"), localized("no sooner than \(again) after the protection ends")
        )
        return style.heading(runs, runs ? .bad : .faint, rule.name, key) + "\n"
            + table.text(style, indent: 2) + "  " + state(rule, now: now, style) + "\n"
    }

    private static func state(
        _ rule: ProtectionAPI.AutoProtection, now: Moment?, _ style: Style
    ) -> String {
        var parts: [String] = []
        if let until = rule.until {
            let end = TimeWords.ahead(until, now: now)
            parts.append(style.apply(.bad, localized("protects until \(end)")))
        }
        if !rule.enabled {
            let off =
                rule.switched
                ? localized("switched off by you") : localized("switched off in the rules")
            parts.append(style.apply(.doubtful, off))
        } else if parts.isEmpty {
            parts.append(localized("watching"))
        }
        return parts.joined(separator: ", ")
    }
}

enum TargetText {
    /// A block for each target; long lists are shortened.
    static func list(_ targets: [TargetsAPI.Target], _ style: Style) -> String {
        targets.blocks(none: localized("No rule file defines a target.\n")) { one($0, style) }
    }

    private static func one(_ target: TargetsAPI.Target, _ style: Style) -> String {
        let state =
            target.blocked
            ? localized("blocked") : RestrictionText.open(monitored: target.monitored)
        var table = TextTable()
        table.add(name: localized("Sites"), entries(target.siteNames, of: target.siteCount))
        let except = target.exceptions
        table.add(name: localized("Except"), entries(except, of: except.count))
        table.add(name: localized("Apps"), entries(target.apps, of: target.appCount))
        table.add(
            name: localized("Executables"), entries(target.executables, of: target.executableCount))
        if target.appCount + target.executableCount > 0 {
            table.add(name: localized("When blocked"), enforcement(target))
        }
        for name in target.names {
            table.add(
                name: localized("Name"), localized("\(name.site ?? name.app ?? "") is \(name.name)")
            )
        }
        let role: Style.Role = target.blocked ? .bad : .good
        return style.heading(target.blocked, role, target.name, target.target)
            + " \(state)\n" + table.text(style, indent: 2)
    }

    /// The treatment of its apps during a block: `freeze`, `stop, then kill if still running`.
    private static func enforcement(_ target: TargetsAPI.Target) -> String {
        let isStopped = target.enforcement == .freeze && target.onThaw == .stop
        return target.enforcement.rawValue
            + (target.kill ? localized(", then kill if still running") : "")
            + (isStopped ? localized(", then stop if thawed three times") : "")
    }

    private static func entries(_ entries: [String], of count: Int) -> String? {
        guard count > 0 else { return nil }
        let shown = entries.prefix(12)
        let more = count > shown.count ? localized(" and \(count - shown.count) more") : ""
        return shown.joined(separator: ", ") + more
    }
}
