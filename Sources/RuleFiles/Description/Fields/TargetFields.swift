import RuleModel

/// The keys of `targets: {KEY: …}`.
enum TargetFields {
    static let name = CommonFields.name(example: "Shopping")
    static let sites = Field(
        "sites", .texts(.site, of: "sites") { $0.site($1) }, standard: [], leftOut: "none",
        "The sites that belong to it.", example: ["amazon.com", "ebay.com"])
    static let sitesFrom = Field(
        "sites_from", ValueForm(.oneOrMore(of: .text(.listFile))) { $0.siteLists($1) },
        standard: [], leftOut: "none",
        "Files with more of its sites: a hosts file, domains one a line, or filters such as "
            + "`||example.com^`.", example: ["lists/casinos.txt"])
    static let apps = Field(
        "apps", .texts(.application, of: "apps") { $0.app($1) }, standard: [], leftOut: "none",
        "The apps that belong to it.", example: ["com.valvesoftware.Steam"])
    static let executables = Field(
        "executables", .texts(.executable, of: "executables") { $0.executable($1) },
        standard: [], leftOut: "none",
        "Programs without an application id. A unit belongs to the target when each of its "
            + "processes runs one of them.", example: ["/usr/games/supertux2"])
    static let onBlock = Field(
        "on_block", .choice(meaning), standard: .freeze,
        "What becomes of its apps and executables while it is blocked.", example: "stop")
    static let kill = Field(
        "kill", .truth, standard: false,
        "With `on_block: stop`, what has not ended after ten seconds is killed.", example: true)

    /// The keys for the places of a target; at least one of them is required.
    static let members = ["sites", "sites_from", "apps", "executables"]

    static let shape = Shape(
        "a map with sites and apps",
        [name, sites, sitesFrom, apps, executables, onBlock, kill])

    private static func meaning(of enforcement: Target.Enforcement) -> String {
        switch enforcement {
        case .freeze: "they stand still and go on once the target is open"
        case .stop: "they are asked to end"
        case .notify: "they run on, and you are told"
        }
    }
}
