import API
import Localization
import RuleEditing
import RuleFiles

/// A removal from the tools' file. It weakens: a strict rule that holds refuses it, and
/// `edits.weakening_waits` delays it.
struct RuleRemoval {
    let editor: RuleEditor

    struct Outcome {
        /// A sentence for each thing that is no longer in the file.
        var removed: [String]
        var waiting: [RulesAPI.PendingEdit]
    }

    private var rules: OwnRules { editor.rules }

    /// Removes a target, and the schedules that block nothing else.
    func remove(target named: String) throws -> Outcome {
        guard let key = editor.targetKey(named) else {
            throw CallFailure.refused(TargetsAPI.NoSuchTarget(target: named))
        }
        try editor.requireOwn(target: key)
        guard rules.file.keys(of: .targets).contains(key) else { throw notThere(named) }
        let schedules = rules.file.schedules.filter { $0.block.contains(key) }
        if !schedules.isEmpty, !rules.plan.canEditSchedules {
            throw editor.planFailure(localized("removing a target that a schedule blocks"))
        }
        try refuseIfStrict(target: key)
        var removed = [
            localized("the target \(Printable.text(rules.file.target(key)?.name ?? key))")
        ]
        let waiting = try editor.save { file throws(ToolsFileError) in
            file.remove(key, from: .targets)
            for var schedule in schedules {
                schedule.block.removeAll { $0 == key }
                if schedule.block.isEmpty {
                    file.remove(schedule.key, from: .quietHours)
                } else {
                    try file.set(schedule)
                }
            }
        }
        removed += schedules.filter { $0.block == [key] }.map {
            localized("the schedule \(Printable.text($0.name ?? $0.key))")
        }
        return Outcome(removed: removed.map { localized("Removed \($0)") }, waiting: waiting)
    }

    func remove(schedule named: String) throws -> Outcome {
        guard let key = editor.scheduleKey(named) else {
            throw CallFailure.refused(QuietHoursAPI.NoSuchSchedule(schedule: named))
        }
        try editor.requireOwn(schedule: key)
        guard rules.file.keys(of: .quietHours).contains(key) else { throw notThere(named) }
        guard rules.plan.canEditSchedules else {
            throw editor.planFailure(localized("removing schedules"))
        }
        if let error = try editor.client.strict(ofSchedule: key) {
            throw CallFailure.refused(error)
        }
        let name = Printable.text(rules.file.schedule(key)?.name ?? key)
        let waiting = try editor.save { $0.remove(key, from: .quietHours) }
        return Outcome(removed: [localized("Removed the schedule \(name)")], waiting: waiting)
    }

    /// Removes places from a target of the tools' file, or from each of them that has one.
    func remove(_ words: [String], from named: String?, _ reader: PlaceReader) throws -> Outcome {
        var targets = rules.file.targets
        if let named {
            guard let key = editor.targetKey(named) else {
                throw CallFailure.refused(TargetsAPI.NoSuchTarget(target: named))
            }
            try editor.requireOwn(target: key)
            targets.removeAll { $0.key != key }
        }
        var file = rules.file
        var removed: [(target: TargetEntry, place: TargetPlace)] = []
        for word in words {
            let found = targets.flatMap { target in
                reader.candidates(word).filter { file.remove($0, from: target.key) }
                    .map { (target: target, place: $0) }
            }
            if found.isEmpty { throw try noPlace(word, reader) }
            removed += found
        }
        for key in Set(removed.map(\.target.key)).sorted() { try refuseIfStrict(target: key) }
        let waiting = try save(file, removed.map(\.target))
        return Outcome(
            removed: removed.grouped(by: { $0.target }).map { target, found in
                let places = found.map(\.place.text).joined(separator: ", ")
                return Printable.text(
                    localized("\(target.name ?? target.key) no longer has \(places)"))
            }, waiting: waiting)
    }

    private func save(
        _ file: ToolsFile, _ targets: [TargetEntry]
    ) throws -> [RulesAPI.PendingEdit] {
        do {
            return try editor.save { $0 = file }
        } catch let failure as Failure {
            // The check has said so as well, in the words of rule files.
            let emptied = targets.first { target in
                file.target(target.key).map { $0.hasNoPlaces } ?? false
            }
            guard let emptied else { throw failure }
            throw Failure(
                localized(
                    """
                    \(Printable.text(emptied.name ?? emptied.key)) would have no sites or apps \
                    left; to remove the whole target: soteria remove --target \(emptied.key)
                    """))
        }
    }

    private func refuseIfStrict(target key: String) throws {
        if let error = try editor.client.strict(ofTarget: key) { throw CallFailure.refused(error) }
    }

    /// The failure for an entry that is still in force but no longer in any file.
    private func notThere(_ named: String) -> Failure {
        Failure(
            localized("\(Printable.text(named)) has already been removed; see: soteria rules list"))
    }

    /// The failure for a word that names no place of the tools' targets: where it is, if anywhere.
    private func noPlace(_ word: String, _ reader: PlaceReader) throws -> any Error {
        let listed = try editor.client.call(TargetsAPI.List.self).targets
        let names = Set(reader.candidates(word).map(\.text))
        let holder = listed.first { target in
            !names.isDisjoint(with: target.siteNames + target.apps + target.executables)
        }
        if let holder {
            do { try editor.requireOwn(target: holder.target) } catch { return error }
        }
        return Failure(
            localized(
                """
                none of the targets from "soteria add" or the dashboard contains \
                "\(Printable.text(word))"; see: soteria targets
                """))
    }
}

extension TargetEntry {
    fileprivate var hasNoPlaces: Bool { sites.isEmpty && apps.isEmpty && executables.isEmpty }
}
