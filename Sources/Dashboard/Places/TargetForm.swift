import RuleFiles

/// The form of a new target, as it was typed.
struct TargetForm {
    var revision = ""
    var name = ""
    /// Sites, one a line.
    var sites = ""
    /// The ids of the apps that were ticked, in the order sent.
    var apps: [String] = []
    /// Paths of programs, one a line.
    var programs = ""
    var search = ""
    var isSearch = false

    init() {}

    init(_ form: [String: [String]]) {
        revision = form.typed("revision")
        name = form.typed("name")
        sites = form.typed("sites")
        var seen: Set<String> = []
        apps = (form["app"] ?? []).filter { seen.insert($0).inserted }
        programs = form.typed("programs")
        search = form.typed("q")
        // Enter presses the first button: in the search's field it means that, else the whole form.
        let action = form.typed("action")
        isSearch = action == "search" || action == "enter" && search != form.typed("searched")
    }

    /// The entry that the form asks for, and the faults of texts that are not places, by field.
    func entry(_ key: String) -> (TargetEntry, RuleFaults) {
        var faults = RuleFaults()
        func places(
            _ texts: [String], _ field: String,
            _ read: (String) -> Result<String, ValueFault>
        ) -> [String] {
            var found: [String] = []
            for text in texts {
                switch read(text) {
                case .success(let place): if !found.contains(place) { found.append(place) }
                case .failure(let problem): faults.add(field, problem.description)
                }
            }
            return found
        }
        let entry = TargetEntry(
            key: key, name: name.withoutOuterBlanks,
            sites: places(
                sites.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init),
                "sites", TypedSite.normalised),
            apps: places(apps, "apps", AppName.normalised),
            // A path may have blanks in it.
            executables: places(
                programs.split(whereSeparator: \.isNewline).map(\.withoutOuterBlanks)
                    .filter { !$0.isEmpty },
                "executables", ExecutableName.normalised))
        return (entry, faults)
    }
}
