import API
import Localization
import RuleEditing
import RuleFiles

/// Places that are added to a target of the tools' file, and times at which it is blocked.
struct TargetAddition {
    let editor: RuleEditor
    /// The key or the name of the target; a new one is made if there is none.
    let target: String
    let places: [TargetPlace]
    let range: RangeEntry?

    struct Outcome {
        var key: String
        var name: String
        /// The places that were not there before.
        var added: [TargetPlace]
        /// The schedule with the range, as it is now; nil if no times were asked for.
        var schedule: ScheduleEntry?
        /// True if anything was written.
        var isChange: Bool
    }

    private var rules: OwnRules { editor.rules }

    /// Adds what is missing; writes nothing if all of it is there.
    func carryOut() throws -> Outcome {
        let known = editor.targetKey(target)
        if let known, !places.isEmpty { try editor.requireOwn(target: known, toAdd: places) }
        let key =
            known ?? rules.file.newKey(for: target, in: .targets, besides: rules.keys(.target))
        if known == nil, places.isEmpty {
            throw Failure(
                localized(
                    """
                    there is no target "\(Printable.text(target))"; to create it, give its sites \
                    and apps
                    """))
        }
        var file = rules.file
        let added = try add(to: key, in: &file)
        if let left = try left(), added.count > left {
            let limit = rules.plan.entries ?? 0
            throw editor.planFailure(localized("more than \(Count.sitesAndApps(limit))"))
        }
        let schedule = try schedule(key)
        if let schedule, schedule != rules.file.schedule(schedule.key) {
            try change(&file) { file throws(ToolsFileError) in try file.set(schedule) }
        }
        let isChange = file != rules.file
        if isChange { _ = try editor.save { $0 = file } }
        let name = file.target(key)?.name ?? rules.targetName(key)
        return Outcome(
            key: key, name: name, added: added, schedule: schedule, isChange: isChange)
    }

    private func add(to key: String, in file: inout ToolsFile) throws -> [TargetPlace] {
        if places.isEmpty { return [] }
        if file.target(key) == nil {
            try change(&file) { file throws(ToolsFileError) in
                try file.set(TargetEntry(key: key, name: Self.name(target)))
            }
        }
        return places.filter { file.add($0, to: key) }
    }

    private func change(
        _ file: inout ToolsFile, _ edit: (inout ToolsFile) throws(ToolsFileError) -> Void
    ) throws {
        do throws(ToolsFileError) {
            try edit(&file)
        } catch {
            throw editor.failure(.file(error))
        }
    }

    /// The number of places that the plan still allows; nil for any number.
    private func left() throws -> Int? {
        guard rules.plan.entries != nil else { return nil }
        return PlaceAllowance(rules.plan, try editor.client.call(TargetsAPI.List.self).targets).left
    }

    /// The schedule of the tools that blocks this target alone, with the range in it; else a new
    /// one.
    private func schedule(_ key: String) throws -> ScheduleEntry? {
        guard let range else { return nil }
        let own = rules.file.schedules.first { $0.block == [key] && $0.isEnabled != false }
        guard var schedule = own else {
            if rules.schedulesLeft == 0 {
                let limit = rules.plan.schedules ?? 0
                throw editor.planFailure(localized("more than \(Count.schedules(limit))"))
            }
            return ScheduleEntry(
                key: rules.file.newKey(
                    for: key, in: .quietHours, besides: rules.keys(.quietHours)),
                name: range.name, block: [key], ranges: [range])
        }
        if schedule.ranges.contains(where: { $0.blocks(allOf: range) }) { return schedule }
        guard rules.plan.canEditSchedules else {
            throw editor.planFailure(localized("editing schedules"))
        }
        schedule.ranges.append(range)
        return schedule
    }

    /// `Social media` for `social_media`; a name with capitals is unchanged.
    private static func name(_ typed: String) -> String {
        let name = typed.replacing("_", with: " ").trimmed
        guard let first = name.first, name == Substring(name.lowercased()) else {
            return String(name)
        }
        return first.uppercased() + name.dropFirst()
    }
}

extension RangeEntry {
    /// The name of a new schedule with this range.
    fileprivate var name: String {
        if end < start { return localized("Quiet nights") }
        return "05:00" <= start && start < "18:00"
            ? localized("Quiet days") : localized("Quiet hours")
    }

    /// True if it starts on all days of another range, at the same time of day, without exception.
    fileprivate func blocks(allOf other: RangeEntry) -> Bool {
        time == other.time && except.isEmpty && weekdays.isSuperset(of: other.weekdays)
    }
}
