import ArgumentParser
import Engine
import RuleFiles

/// `soteriad --check`: reads the rule files as the daemon would, says what is wrong, and exits.
enum Check {
    static func run(_ options: Options) -> ExitCode {
        let settings = Run.settings(options, Places())
        let loading = settings.loader().load(settings.directories)
        if !loading.diagnostics.isEmpty {
            Output.error(loading.rendered(color: false))
        }
        guard let set = loading.ruleSet else { return ExitCode.failure }
        Output.line(
            "The rules are right: \(set.targets.count) targets, \(set.quietHours.count) schedules, "
                + "\(set.risk.factors.count) risk factors.")
        return ExitCode.success
    }
}
