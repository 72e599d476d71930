import API
import RuleEditing
import RuleFiles

extension OwnRules {
    init(_ context: PageContext) throws(CallFailure) {
        try self.init(context.daemon, environment: context.surroundings.environment)
    }

    /// The daemon's trusted time.
    var now: Moment { Moment(status.now) ?? Moment(seconds: 0, offset: 0) }

    /// The revision of the file that a form was made from.
    var revision: String { reading?.revision ?? "" }

    /// Where an entry is edited that the tools do not own; nil if they do, or if that is unknown.
    func elsewhere(
        _ kind: RulesAPI.RuleKind, _ key: String, _ context: PageContext
    ) -> String? {
        switch owner(kind, key) {
        case .tools, .unknown: nil
        case .person(let file): context.texts("quietHours.editedInFile", ["file": file])
        case .below(let file): context.texts("quietHours.setByMachine", ["file": file])
        }
    }

    /// The notices that the rules are not all in force, or that nothing can be saved.
    func notices(_ context: PageContext) -> [Notice] {
        var notices: [Notice] = []
        if status.rules.refused {
            notices.append(
                Notice(
                    level: "error", text: context.texts("quietHours.refusedFiles"),
                    path: "rules", label: context.texts("quietHours.seeRules")))
        }
        if let obstacle {
            notices.append(Notice(level: "warning", text: obstacle.words(context)))
        }
        return notices
    }

    /// The notices above a form, with its result and the faults that no field shows.
    func notices(
        _ context: PageContext, _ answer: Notice?, _ faults: RuleFaults,
        besides fields: [String]
    ) -> [Notice] {
        let remaining = faults.remaining(besides: fields)
        let unshown =
            remaining.isEmpty
            ? nil
            : Notice(
                level: "error", text: context.texts("quietHours.faults"), faults: remaining,
                isAnswer: true)
        return notices(context) + [answer, unshown].compactMap(\.self)
    }

    /// The notice that the plan leaves out entries of the tools' file; nil if it does not.
    func leftOut(
        _ entries: [(key: String, name: String?)], inForce keys: [String], isLimited: Bool,
        _ context: PageContext
    ) -> [Notice] {
        guard isLimited, !status.rules.refused else { return [] }
        let names = entries.filter { !keys.contains($0.key) }.map { $0.name ?? $0.key }
        guard !names.isEmpty else { return [] }
        let words = context.texts(
            "quietHours.notInForce", ["names": names.joined(separator: ", ")])
        return [Notice(level: "info", text: words)]
    }

    /// The pending edits of an entry such as `quiet_hours.nights`, in words, with its removal last.
    func waits(_ path: String, of rule: RulesAPI.Rule?, _ context: PageContext) -> [String] {
        func words(_ key: String, _ until: String, zone: String? = nil) -> String {
            context.texts(key, ["time": self.until(until, context), "zone": zone ?? ""])
        }
        let edits = (inForce.pendingEdits ?? []).filter { $0.weakens.contains(path) }.map { edit in
            if let zone = edit.timeZone {
                return words("quietHours.zoneWaits", edit.until, zone: zone)
            }
            let isSwitch = edit.kind == .switch
            return words(
                isSwitch ? "quietHours.switchWaits" : "quietHours.editWaits", edit.until)
        }
        return edits
            + (rule?.until.map { [words("quietHours.removalWaits", $0)] } ?? [])
    }

    func switchWaits(_ path: String) -> Bool {
        (inForce.pendingEdits ?? []).contains { $0.kind == .switch && $0.weakens.contains(path) }
    }

    func until(_ instant: String, _ context: PageContext) -> String {
        context.formats.moment(instant, now: now)
    }

    /// The consequence of an edit by which the rules protect less.
    func consequence(_ context: PageContext) -> String {
        guard let seconds = status.rules.weakeningWaits, seconds > 0 else {
            return context.texts("quietHours.weakensAtOnce")
        }
        return context.texts(
            "quietHours.weakensLater", ["length": context.formats.length(seconds: seconds)])
    }
}
