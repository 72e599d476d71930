import API
import RuleComparison
import RuleFiles
import RuleModel

/// A rule file that is tried out and not written anywhere.
struct Trial {
    var name: String
    var text: String

    static let beginning = "version: 1\n"
    static let limit = 200_000

    var hasGoodName: Bool {
        name.hasSuffix(".yaml") && name.utf8.count <= 100 && !name.hasPrefix(".")
            && !name.contains("/") && name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }
}

struct TrialResult {
    /// What is wrong with its name or its length, in words.
    var problem: String?
    var diagnostics: [RulesAPI.Diagnostic] = []
    var isValid = false
    /// What it makes stricter and weaker; nil where it was not compared.
    var differences: [Difference]?
    /// Why it was not compared, in words.
    var incomparable: String?
    var week: SimulatedWeek?

    init(_ trial: Trial, _ context: PageContext) throws {
        guard trial.hasGoodName else {
            problem = context.texts("rules.badName")
            return
        }
        guard trial.text.utf8.count <= Trial.limit else {
            problem = context.texts("rules.tooLong")
            return
        }
        let check = try context.daemon.call(
            RulesAPI.Check.self, .init(text: trial.text, name: trial.name))
        diagnostics = check.diagnostics
        isValid = check.valid
        guard check.valid else { return }
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        compare(trial, sources, context)
        week = try SimulatedWeek(context, files: Self.files(trial, sources))
    }

    /// The person's and the machine's files with the trial in its place, by name.
    private static func files(_ trial: Trial, _ sources: [RulesAPI.Source]) -> [RulesAPI.RuleFile] {
        sources.filter { $0.layer > 0 && $0.digest == nil && $0.path.lastPathPart != trial.name }
            .map { RulesAPI.RuleFile(name: $0.path, text: $0.text) }
            + [RulesAPI.RuleFile(name: trial.name, text: trial.text)]
    }

    private mutating func compare(
        _ trial: Trial, _ sources: [RulesAPI.Source], _ context: PageContext
    ) {
        let loader = RuleLoader(
            zones: ZoneSource(environment: context.surroundings.environment))
        let old = sources.filter { $0.digest == nil }.map {
            RuleText(path: $0.path, layer: $0.layer, text: $0.text)
        }
        let place =
            sources.first { $0.isOwn && $0.path.lastPathPart == trial.name }?.path ?? trial.name
        let new =
            old.filter { $0.path != place }
            + [RuleText(path: place, layer: 2, text: trial.text)]
        // Lists of sites lie where only the daemon knows them as they were read.
        guard !sources.contains(where: { $0.digest != nil }),
            let before = loader.load(sources: old).ruleSet,
            let after = loader.load(sources: new).ruleSet
        else {
            incomparable = context.texts("rules.incomparable")
            return
        }
        differences = after.differences(from: before)
    }
}

struct TrialView {
    let name: String
    let text: String
    let problem: String?
    let diagnostics: [DiagnosticRow]
    let accepted: String?
    let groups: [Group]
    let same: String?
    let incomparable: String?
    let week: NextWeekView?

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

    init(_ trial: Trial, _ result: TrialResult?, _ stand: Stand) {
        let texts = stand.texts
        name = trial.name
        text = trial.text
        problem = result?.problem
        diagnostics = (result?.diagnostics ?? []).map { DiagnosticRow($0, stand) }
        accepted = result?.isValid == true ? texts("rules.accepted") : nil
        let differences = result?.differences
        groups = Difference.Kind.allCases.compactMap { kind in
            let rows = (differences ?? []).filter { $0.kind == kind }.map { difference in
                Row(
                    path: difference.path, words: difference.words,
                    witness: difference.witness.map {
                        texts("rules.witness", ["witness": $0.text])
                    })
            }
            guard !rows.isEmpty else { return nil }
            return Group(
                title: texts("rules.difference.\(kind.rawValue)"), badge: Self.badge(kind),
                rows: rows)
        }
        same = differences?.isEmpty == true ? texts("rules.same") : nil
        incomparable = result?.incomparable
        week = result?.week.map { NextWeekView($0, stand) }
    }

    private static func badge(_ kind: Difference.Kind) -> String {
        switch kind {
        case .weaker, .undecided: "badge-warning"
        case .stricter: "badge-success"
        case .neutral: "badge-neutral"
        }
    }
}
