import API
import ArgumentParser
import Localization
import RuleComparison
import RuleFiles
import RuleModel

struct RulesDiffCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            abstract: localized(
                "Compare two sets of rules: show what becomes stricter or weaker, and when."),
            discussion: localized(
                """
                With two arguments, compares OLD with NEW. With one argument, compares the rules \
                that the daemon last accepted with NEW. Without arguments, compares the daemon's \
                rules with the rule files as they are now.

                Rules are compared by their effect, not by their text. Each difference is shown \
                with an example: a time, or the values of variables. If the comparison cannot tell \
                whether a change makes the rules weaker, the change counts as weaker.

                Exit status: 0 if nothing becomes weaker, 1 if something becomes weaker, 2 if the \
                rules have errors, 69 if the daemon is needed but not running.
                """))
    }

    /// The exit status if there is nothing to compare.
    static let unreadable: Int32 = 2

    @Argument(
        help: ArgumentHelp(
            localized(
                "Files or directories to read after the shipped rules: OLD and NEW, or only NEW."),
            valueName: "rules"),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var daemon: DaemonOptions

    struct Output: Encodable {
        var weaker: Int
        var undecided: Int
        var stricter: Int
        var neutral: Int
        var differences: [Entry]

        struct Entry: Encodable {
            var kind: String
            var path: String
            var words: String
            var witness: String?
            var values: [String: String]?
        }

        init(_ differences: [Difference]) {
            func count(_ kind: Difference.Kind) -> Int { differences.count { $0.kind == kind } }
            weaker = count(.weaker)
            undecided = count(.undecided)
            stricter = count(.stricter)
            neutral = count(.neutral)
            self.differences = differences.map { difference in
                Entry(
                    kind: difference.kind.rawValue, path: difference.path,
                    words: difference.words, witness: difference.witness?.text,
                    values: difference.witness?.values)
            }
        }
    }

    func validate() throws {
        if paths.count > 2 { throw ValidationError(localized("give OLD and NEW, or only NEW")) }
    }

    func run(in context: CommandContext) throws {
        let reading = RuleFileReader(context)
        let old: RuleSet
        if paths.count == 2 {
            old = try checked(reading.load([paths[0]]), context)
        } else {
            old = try checked(accepted(context), context)
        }
        let new = try checked(reading.load(paths.last.map { [$0] } ?? []), context)
        let differences = new.differences(from: old)
        try context.show(Output(differences), daemon.output) { style in
            RulesDiffText.text(differences, style)
        }
        if differences.contains(where: \.isWeaker) { throw ExitCode.failure }
    }

    /// The rules that the daemon accepted last, with lists of sites from the daemon's copies.
    private func accepted(_ context: CommandContext) throws -> RuleLoadResult {
        let reply = try daemon.client(context).call(RulesAPI.Sources.self)
        let state = StateDirectories(environment: context.environment).only
        let lists = ListSource(copies: state.map { ListCopies(directory: $0 + "/lists") })
        return RuleLoader(zones: ZoneSource(environment: context.environment), lists: lists)
            .load(
                sources: reply.sources.map { source in
                    source.digest.map {
                        RuleText(list: source.path, layer: source.layer, digest: $0)
                    } ?? RuleText(path: source.path, layer: source.layer, text: source.text)
                })
    }

    /// The loaded rules; throws if they have errors, since they cannot be compared then.
    private func checked(
        _ loading: RuleLoadResult, _ context: CommandContext
    ) throws -> RuleSet {
        if let set = loading.ruleSet { return set }
        context.error(RuleFileReader.lined(loading.rendered(color: false)))
        throw Failure(localized("rules with errors cannot be compared"), status: Self.unreadable)
    }
}

extension Witness {
    /// The values of the variables; nil for another kind of witness.
    var values: [String: String]? {
        guard case .values(let readings) = self else { return nil }
        return Dictionary(
            readings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
