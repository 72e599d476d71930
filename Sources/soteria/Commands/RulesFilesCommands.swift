import API
import ArgumentParser
import RuleFiles

/// Reads rule files the way the daemon does, without it.
struct RuleReading {
    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// The given files or directories upon the shipped defaults, or the standard directories.
    func load(_ paths: [String]) -> RuleLoading {
        let directories: RuleDirectories
        if paths.isEmpty {
            directories = .standard(
                prefix: surroundings.prefix, environment: surroundings.environment)
        } else if paths.contains(where: SocketAddress.directoryExists) {
            directories = RuleDirectories(overriding: paths, prefix: surroundings.prefix)
        } else {
            directories = RuleDirectories(files: paths, prefix: surroundings.prefix)
        }
        return RuleLoader(zones: ZoneSource(environment: surroundings.environment))
            .load(directories)
    }

    /// The text with one newline at its end.
    static func lined(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }

    /// Refuses a mixture of files and directories, which have no common order.
    static func validate(_ paths: [String]) throws {
        let directories = paths.filter(SocketAddress.directoryExists)
        if !directories.isEmpty, directories.count < paths.count {
            throw ValidationError("give either files or directories, not both")
        }
    }
}

struct RulesCheckCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check rule files; works without the daemon.",
        discussion: "Exit status 1 where there is an error.")

    @Argument(
        help: "Files or directories, upon the shipped defaults (default: those in use).",
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var output: OutputOptions

    struct Answer: Encodable {
        var valid: Bool
        var errors: Int
        var warnings: Int
        var diagnostics: [Diagnostic]
        /// The same by file, as the Language Server Protocol publishes it.
        var documents: [EditorDocument]
    }

    func validate() throws { try RuleReading.validate(paths) }

    func run(in surroundings: Surroundings) throws {
        let loading = RuleReading(surroundings).load(paths)
        let answer = Answer(
            valid: loading.ruleSet != nil, errors: loading.errors, warnings: loading.warnings,
            diagnostics: loading.diagnostics, documents: loading.documents)
        try surroundings.show(answer, output) { style in
            if loading.diagnostics.isEmpty {
                let files = loading.sources.filter { !$0.isList }
                let shipped = files.filter { $0.layer == 0 }.count
                return Count.files(files.count, shipped: shipped) + ", no errors.\n"
            }
            return RuleReading.lined(loading.rendered(color: style.color))
        }
        if !answer.valid { throw ExitCode.failure }
    }
}

struct RulesCatCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "cat",
        abstract: "Show the merged rules and the file that each part came from.",
        discussion: "Works without the daemon, from the files as they are now.")

    @Argument(
        help: "Files or directories, upon the shipped defaults (default: those in use).",
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws { try RuleReading.validate(paths) }

    func run(in surroundings: Surroundings) throws {
        let loading = RuleReading(surroundings).load(paths)
        surroundings.output(
            RuleReading.lined(
                output.json ? loading.merged.json() : loading.merged.rendered()))
        guard loading.ruleSet == nil else { return }
        surroundings.error(RuleReading.lined(loading.rendered(color: false)))
        throw ExitCode.failure
    }
}
