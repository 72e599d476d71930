import API
import ArgumentParser
import Engine
import RuleComparison
import RuleFiles
import RuleModel

struct RulesDiffCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare rules: what becomes stricter, what weaker, and when.",
        discussion: """
            With two arguments the rules of OLD and NEW are compared, with one those that the \
            daemon accepted last and NEW, without any the daemon's and those on disk.

            Rules are compared by what they do, not by their text; each difference comes with a \
            time or with values at which it shows. What cannot be compared counts as weaker.

            Exit status: 0 nothing is weaker, 1 something is, 2 rules have errors, 69 the daemon \
            is asked and does not run.
            """)

    /// The exit status where there is nothing to compare.
    static let unreadable: Int32 = 2

    @Argument(
        help: ArgumentHelp(
            "Files or directories upon the shipped defaults: OLD and NEW, or NEW alone.",
            valueName: "rules"),
        completion: .file(extensions: ["yaml"]))
    var paths: [String] = []

    @OptionGroup var daemon: DaemonOptions

    struct Answer: Encodable {
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
            /// What the variables hold, where the witness is such.
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
        if paths.count > 2 { throw ValidationError("give OLD and NEW, or NEW alone") }
    }

    func run(in surroundings: Surroundings) throws {
        let reading = RuleReading(surroundings)
        let old: RuleSet
        if paths.count == 2 {
            old = try checked(reading.load([paths[0]]), surroundings)
        } else {
            old = try checked(accepted(surroundings), surroundings)
        }
        let new = try checked(reading.load(paths.last.map { [$0] } ?? []), surroundings)
        let differences = new.differences(from: old)
        try surroundings.show(Answer(differences), daemon.output) { style in
            RulesDiffText.text(differences, style)
        }
        if differences.contains(where: \.isWeaker) { throw ExitCode.failure }
    }

    /// What the daemon accepted last, its lists of sites from the copies that it keeps.
    private func accepted(_ surroundings: Surroundings) throws -> RuleLoading {
        let reply = try daemon.client(surroundings).call(RulesAPI.Sources.self)
        let state = StatePlaces(environment: surroundings.environment).only
        let lists = ListSource(copies: state.map { ListCopies(directory: $0 + "/lists") })
        return RuleLoader(zones: ZoneSource(environment: surroundings.environment), lists: lists)
            .load(
                sources: reply.sources.map { source in
                    source.digest.map {
                        RuleText(list: source.path, layer: source.layer, digest: $0)
                    } ?? RuleText(path: source.path, layer: source.layer, text: source.text)
                })
    }

    /// The rules of a loading; with errors they are nothing that could be compared.
    private func checked(
        _ loading: RuleLoading, _ surroundings: Surroundings
    ) throws -> RuleSet {
        if let set = loading.ruleSet { return set }
        surroundings.error(RuleReading.lined(loading.rendered(color: false)))
        throw Failure("rules with errors cannot be compared", status: Self.unreadable)
    }
}

extension Witness {
    /// What the variables hold; nil where it is about something else.
    var values: [String: String]? {
        guard case .values(let readings) = self else { return nil }
        return Dictionary(
            readings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
