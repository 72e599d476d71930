import API
import RuleFiles
import RuleModel

/// The rules in force, the limits of the plan, and the one file that the tools may write.
struct OwnRules {
    let status: DaemonAPI.GetStatus.Reply
    let inForce: RulesAPI.List.Reply
    /// If it cannot be read, all is allowed here: the daemon still refuses what is over the limits.
    let plan: Plan
    /// The file on disk; nil if the daemon reads no directory of the person's.
    let store: ToolsFileStore?
    /// The file as read; nil if it cannot be read.
    let reading: ToolsFileSnapshot?
    /// The reason why nothing can be saved, in sentences; nil if it can.
    let obstacle: String?

    init(_ context: PageContext) throws(CallFailure) {
        status = try context.daemon.call(DaemonAPI.GetStatus.self)
        inForce = try context.daemon.call(RulesAPI.List.self)
        plan =
            try PlanLookup.plan(inForce.plan, context)
            ?? Plan(key: inForce.plan, entries: nil, schedules: nil)
        let directory = status.rules.directories.last { $0.layer == .person }
        store = directory.map { ToolsFileStore(directory: $0.path) }
        do throws(ToolsFileError) {
            reading = try store?.read()
            obstacle = store == nil ? context.texts("quietHours.noDirectory") : nil
        } catch {
            reading = nil
            obstacle = error.description
        }
    }

    /// The daemon's trusted time.
    var now: Moment { Moment(status.now) ?? Moment(seconds: 0, offset: 0) }

    /// The contents of the tools' file; empty if it cannot be read.
    var file: ToolsFile { reading?.file ?? ToolsFile() }

    /// The revision of the file that a form was made from.
    var revision: String { reading?.revision ?? "" }

    func rule(_ kind: RulesAPI.RuleKind, _ key: String) -> RulesAPI.Rule? {
        inForce.rules.first { $0.kind == kind && $0.rule == key }
    }

    /// The keys that entries of a kind have in any file.
    func keys(_ kind: RulesAPI.RuleKind) -> [String] {
        inForce.rules.lazy.filter { $0.kind == kind }.map(\.rule)
    }

    func owner(_ kind: RulesAPI.RuleKind, _ key: String) -> RuleOwner {
        store?.owner(of: rule(kind, key)?.file) ?? .unknown
    }

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

    func targetName(_ key: String) -> String { rule(.target, key)?.name ?? key }
}
