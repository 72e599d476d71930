import RuleModel

/// The keys of `targets: {KEY: …}`.
enum TargetFields {
    static let name = CommonFields.name(example: "Shopping")
    static let sites = Field(
        "sites", .texts(.site, of: "sites") { $0.site($1) }, standard: [], leftOut: "none",
        "The sites of the target.", example: ["amazon.com", "ebay.com"])
    static let sitesFrom = Field(
        "sites_from", ValueForm(.oneOrMore(of: .text(.listFile))) { $0.siteLists($1) },
        standard: [], leftOut: "none",
        "Files that list more sites: hosts files, files with one domain per line, or files with "
            + "filters such as `||example.com^`.", example: ["lists/casinos.txt"])
    static let apps = Field(
        "apps", .texts(.application, of: "apps") { $0.app($1) }, standard: [], leftOut: "none",
        "The apps of the target.", example: ["com.valvesoftware.Steam"])
    static let executables = Field(
        "executables", .texts(.executable, of: "executables") { $0.executable($1) },
        standard: [], leftOut: "none",
        "Programs that have no application id. Soteria blocks a systemd unit if every process in "
            + "the unit runs one of these programs.", example: ["/usr/games/supertux2"])
    static let onBlock = Field(
        "on_block", .choice(meaning), standard: .freeze,
        "What happens to the apps and executables while the target is blocked.", example: "stop")
    static let kill = Field(
        "kill", .truth, standard: false,
        "With `on_block: stop`, `true` kills apps that are still running after ten seconds.",
        example: true)

    /// The keys for the places of a target; at least one of them is required.
    static let members = ["sites", "sites_from", "apps", "executables"]

    static let shape = Shape(
        "a map with \"sites:\" and \"apps:\"",
        [name, sites, sitesFrom, apps, executables, onBlock, kill])

    private static func meaning(of enforcement: Target.Enforcement) -> String {
        switch enforcement {
        case .freeze: "apps freeze, and continue when the target opens"
        case .stop: "apps are asked to quit"
        case .notify: "apps keep running, and you get a notice"
        }
    }
}
