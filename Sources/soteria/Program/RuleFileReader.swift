import API
import ArgumentParser
import Localization
import RuleFiles

/// Reads rule files like the daemon, without the daemon.
struct RuleFileReader {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The given files or directories on top of the shipped defaults, or the standard directories.
    func load(_ paths: [String]) -> RuleLoadResult {
        let directories: RuleDirectories
        if paths.isEmpty {
            directories = .standard(
                prefix: context.prefix, environment: context.environment)
        } else if paths.contains(where: SocketAddress.directoryExists) {
            directories = RuleDirectories(overriding: paths, prefix: context.prefix)
        } else {
            directories = RuleDirectories(files: paths, prefix: context.prefix)
        }
        return RuleLoader(zones: ZoneSource(environment: context.environment))
            .load(directories)
    }

    /// Says on the standard error output if `$TZ` cannot be read, and the rules are in that zone.
    func reportZone(of loading: RuleLoadResult) {
        guard context.environment["TZ"] != nil, loading.ruleSet?.timeZone == nil,
            let issue = ZoneSource(environment: context.environment).local().issue
        else { return }
        context.error("soteria: \(Printable.text(issue))\n")
    }

    /// The text with one newline at its end.
    static func lined(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }

    /// Rejects a mixture of files and directories, which have no common order.
    static func validate(_ paths: [String]) throws {
        let directories = paths.filter(SocketAddress.directoryExists)
        if !directories.isEmpty, directories.count < paths.count {
            throw ValidationError(localized("give either files or directories, not both"))
        }
    }
}
