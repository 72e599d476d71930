import API
import RuleComparison
import RuleFiles
import RuleModel

/// A rule file that is tried and not written anywhere, with the result.
struct Trial {
    let name: String
    let text: String
    /// The problem with its name or its length, in words.
    private(set) var problem: String?
    private(set) var diagnostics: [DiagnosticRow] = []
    /// The message that the file is valid; nil if it is not, or was not tried.
    private(set) var accepted: String?
    /// The entries that become stricter and weaker.
    private(set) var groups: [Group] = []
    /// The message that the file changes nothing.
    private(set) var same: String?
    /// The reason why it was not compared, in words.
    private(set) var incomparable: String?
    private(set) var week: NextWeekView?

    struct Group {
        let title: String
        let badge: String
        let rows: [Row]
    }

    struct Row {
        let path: String
        let words: String
        let witness: String?
    }

    static let beginning = "version: 1\n"
    /// The largest size in bytes.
    static let limit = 200_000

    mutating func run(_ context: PageContext) throws {
        guard hasGoodName else {
            problem = context.texts("rules.badName")
            return
        }
        guard text.utf8.count <= Self.limit else {
            problem = context.texts("rules.tooLong")
            return
        }
        let check = try context.daemon.call(RulesAPI.Check.self, .init(text: text, name: name))
        diagnostics = check.diagnostics.map { DiagnosticRow($0, context.environment) }
        guard check.valid else { return }
        accepted = context.texts("rules.accepted")
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        compare(with: sources, context)
        week = NextWeekView(
            try SimulatedWeek(context, files: files(among: sources)), context.environment)
    }

    private var hasGoodName: Bool {
        name.hasSuffix(".yaml") && name.utf8.count <= 100 && !name.hasPrefix(".")
            && !name.contains("/") && name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }

    /// The person's and the machine's files, with the trial in place of the file with its name.
    private func files(among sources: [RulesAPI.Source]) -> [RulesAPI.RuleFile] {
        sources.filter { $0.layer > 0 && $0.digest == nil && $0.path.lastPathPart != name }
            .map { RulesAPI.RuleFile(name: $0.path, text: $0.text) }
            + [RulesAPI.RuleFile(name: name, text: text)]
    }

    private mutating func compare(with sources: [RulesAPI.Source], _ context: PageContext) {
        let loader = RuleLoader(
            zones: ZoneSource(environment: context.surroundings.environment))
        let old = sources.filter { $0.digest == nil }.map {
            RuleText(path: $0.path, layer: $0.layer, text: $0.text)
        }
        let place = sources.first { $0.isOwn && $0.path.lastPathPart == name }?.path ?? name
        let new =
            old.filter { $0.path != place } + [RuleText(path: place, layer: 2, text: text)]
        // Lists of sites lie where only the daemon knows them as they were read.
        guard !sources.contains(where: { $0.digest != nil }),
            let before = loader.load(sources: old).ruleSet,
            let after = loader.load(sources: new).ruleSet
        else {
            incomparable = context.texts("rules.incomparable")
            return
        }
        let differences = after.differences(from: before)
        same = differences.isEmpty ? context.texts("rules.same") : nil
        groups = Difference.Kind.allCases.compactMap { kind in
            let rows = differences.filter { $0.kind == kind }.map { difference in
                Row(
                    path: difference.path, words: difference.words,
                    witness: difference.witness.map {
                        context.texts("rules.witness", ["witness": $0.text])
                    })
            }
            guard !rows.isEmpty else { return nil }
            return Group(
                title: context.texts("rules.difference.\(kind.rawValue)"),
                badge: Self.badge(kind), rows: rows)
        }
    }

    private static func badge(_ kind: Difference.Kind) -> String {
        switch kind {
        case .weaker, .undecided: "badge-warning"
        case .stricter: "badge-success"
        case .neutral: "badge-neutral"
        }
    }
}
