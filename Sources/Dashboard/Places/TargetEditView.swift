import API
import RuleEditing
import RuleFiles
import RuleModel

/// The editable part of a target that the tools own.
struct TargetEditView {
    let revision: String
    /// The reason why nothing can be added; nil if something can.
    let full: String?
    let site: Field
    let program: Field
    let search: String
    let apps: [AppChoice]
    /// A remark about the search results.
    let found: String?
    let name: Field
    let enforcements: [FormChoice]
    let enforcementErrors: [String]
    let isKilling: Bool
    /// The consequence of an edit that makes the rules weaker.
    let hint: String

    struct AppChoice {
        let id: String
        let title: String
        let comment: String?
        let isThere: Bool
    }

    private static let mostApps = 40

    init(
        _ entry: TargetEntry, _ allowance: PlaceAllowance, _ rules: OwnRules,
        _ answer: TargetFormFailure, _ context: PageContext
    ) {
        let texts = context.texts
        revision = rules.revision
        full = allowance.left == 0 ? allowance.words(context) : nil
        site = Field(
            "site", answer.site?.typed ?? "", errors: [answer.site?.problem], hasHint: true,
            hasFocus: answer.site != nil)
        program = Field(
            "program", answer.program?.typed ?? "", errors: [answer.program?.problem],
            hasHint: true, hasFocus: answer.program != nil)
        let asked = context.request.query["q"]
        search = asked ?? ""
        let matching = asked.map { InstalledApps(context).matching($0) } ?? []
        let there = Set(entry.apps)
        apps = matching.prefix(Self.mostApps).map {
            AppChoice(
                id: $0.id, title: $0.name, comment: $0.comment, isThere: there.contains($0.id))
        }
        found =
            asked == nil
            ? nil
            : InstalledApps.words(
                found: matching.count, shown: apps.count, none: texts("places.noApps"), context)
        let settings = answer.settings?.typed ?? TargetSettings(entry)
        let faults = answer.settings?.faults ?? RuleFaults()
        let nameErrors = faults.messages(at: "name")
        name = Field(
            "name", settings.name, errors: nameErrors, blank: texts("places.nameNeeded"),
            hasFocus: !nameErrors.isEmpty)
        enforcements = Target.Enforcement.allCases.map(\.rawValue).map {
            FormChoice(
                value: $0, label: texts("places.enforce.\($0)"), isChosen: settings.onBlock == $0)
        }
        enforcementErrors = faults.messages(at: "on_block") + faults.messages(at: "kill")
        isKilling = settings.isKilling
        hint =
            rules.status.rules.weakeningWaits.map { seconds in
                texts(
                    "places.weakensLater", ["length": context.formats.length(seconds: seconds)])
            } ?? texts("places.weakens")
    }
}
