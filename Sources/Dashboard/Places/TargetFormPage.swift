import API
import RuleEditing
import RuleFiles

struct TargetFormPage {
    private(set) var notices: [Notice]
    let plan: String?
    let revision: String
    private(set) var name: Field
    private(set) var sites: Field
    let search: Field
    private(set) var apps: CheckboxGroup
    /// A remark about the search results.
    let found: String?
    private(set) var programs: Field
    let hasPrograms: Bool

    enum Focus {
        case problem
        case search
    }

    /// The fields of the form; faults of anything else are shown at the top.
    private static let fields = ["name", "sites", "apps", "executables"]
    /// The number of apps shown in addition to the ticked ones.
    private static let mostApps = 40

    init(
        _ form: TargetForm, _ rules: OwnRules, _ allowance: PlaceAllowance,
        _ context: PageContext, faults: RuleFaults, answer: Notice?, focus: Focus
    ) {
        let texts = context.texts
        plan = allowance.words(context)
        revision = rules.revision
        name = Field(
            "name", form.name, errors: faults.messages(at: "name"),
            blank: texts("places.nameNeeded"))
        sites = Field(
            "sites", form.sites, errors: faults.messages(at: "sites"), hasHint: true)
        search = Field("q", form.search, hasFocus: focus == .search)
        let installed = InstalledApps(context)
        let ticked = Set(form.apps)
        let matching = installed.matching(form.search).filter { !ticked.contains($0.id) }
        let shown = matching.prefix(Self.mostApps)
        let names = Dictionary(
            installed.all.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        apps = CheckboxGroup(
            "app",
            form.apps.map { (value: $0, label: names[$0] ?? $0, title: nil, isOn: true) }
                + shown.map { (value: $0.id, label: $0.name, title: nil, isOn: false) },
            errors: faults.messages(at: "apps"), blank: texts("places.noApps"))
        found = InstalledApps.words(
            found: matching.count, shown: shown.count,
            none: texts(installed.all.isEmpty ? "places.noneInstalled" : "places.noApps"), context)
        programs = Field(
            "programs", form.programs, errors: faults.messages(at: "executables"),
            hasHint: true)
        hasPrograms = !form.programs.isEmpty
        notices = rules.notices(context, answer, faults, besides: Self.fields)
        if focus == .problem { focusOnProblem() }
    }

    private mutating func focusOnProblem() {
        if name.isInvalid {
            name.hasFocus = true
        } else if sites.isInvalid {
            sites.hasFocus = true
        } else if apps.isInvalid {
            apps.hasFocus = true
        } else if programs.isInvalid {
            programs.hasFocus = true
        } else if let answer = notices.firstIndex(where: \.isAnswer) {
            notices[answer].hasFocus = true
        }
    }
}
