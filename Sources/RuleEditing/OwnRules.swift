import API
import RuleFiles
import RuleModel

/// The rules in force, the limits of the plan, and the one file that the tools may write.
package struct OwnRules {
    package let status: DaemonAPI.GetStatus.Reply
    package let inForce: RulesAPI.List.Reply
    /// If it cannot be read, all is allowed here: the daemon still refuses what is over the limits.
    package let plan: Plan
    /// The file on disk; nil if the daemon reads no directory of the person's.
    package let store: ToolsFileStore?
    /// The file as read; nil if it cannot be read.
    package let reading: ToolsFileSnapshot?
    /// The reason why nothing can be saved: `noDirectory` or `file`; nil if it can.
    package let obstacle: SaveFailure?

    package init(
        _ daemon: any DaemonCalls, environment: [String: String]
    ) throws(CallFailure) {
        status = try daemon.call(DaemonAPI.GetStatus.self)
        inForce = try daemon.call(RulesAPI.List.self)
        plan =
            try PlanLookup(daemon, environment: environment).plan(inForce.plan)
            ?? Plan(key: inForce.plan, entries: nil, schedules: nil)
        let directory = status.rules.directories.last { $0.layer == .person }
        store = directory.map { ToolsFileStore(directory: $0.path) }
        do throws(ToolsFileError) {
            reading = try store?.read()
            obstacle = store == nil ? .noDirectory : nil
        } catch {
            reading = nil
            obstacle = .file(error)
        }
    }

    /// The contents of the tools' file; empty if it cannot be read.
    package var file: ToolsFile { reading?.file ?? ToolsFile() }

    package func rule(_ kind: RulesAPI.RuleKind, _ key: String) -> RulesAPI.Rule? {
        inForce.rules.first { $0.kind == kind && $0.rule == key }
    }

    /// The keys that entries of a kind have in any file.
    package func keys(_ kind: RulesAPI.RuleKind) -> [String] {
        inForce.rules.lazy.filter { $0.kind == kind }.map(\.rule)
    }

    package func owner(_ kind: RulesAPI.RuleKind, _ key: String) -> RuleOwner {
        store?.owner(of: rule(kind, key)?.file) ?? .unknown
    }

    package func targetName(_ key: String) -> String { rule(.target, key)?.name ?? key }

    /// The number of schedules that the tools may still add; nil for any number.
    ///
    /// Entries that stay in force only until an edit's delay is over do not count.
    package var schedulesLeft: Int? {
        plan.schedules.map { limit in
            max(0, limit - inForce.rules.count { $0.kind == .quietHours && $0.until == nil })
        }
    }
}
