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
    static let exceptSites = Field(
        "except_sites", .texts(.site, of: "sites") { $0.site($1) }, standard: [], leftOut: "none",
        "Sites that do not belong to the target, even if `sites` or `sites_from` include them.",
        example: ["business.amazon.com"])
    static let apps = Field(
        "apps", .texts(.application, of: "apps") { $0.app($1) }, standard: [], leftOut: "none",
        "The apps of the target.", example: ["com.valvesoftware.Steam"])
    static let executables = Field(
        "executables", .texts(.executable, of: "executables") { $0.executable($1) },
        standard: [], leftOut: "none",
        "Programs that have no application id. Soteria blocks a systemd unit if its first process "
            + "runs one of these programs, or runs a script that starts only such programs.",
        example: ["/usr/games/supertux2"])
    static let onBlock = Field(
        "on_block", .choice(meaning), standard: .freeze,
        "What happens to the apps and executables while the target is blocked.", example: "stop")
    static let kill = Field(
        "kill", .truth, standard: false,
        "With `on_block: stop`, `true` kills apps that are still running after ten seconds.",
        example: true)
    static let onThaw = Field(
        "on_thaw", .choice(meaningOfThaw), standard: .freeze,
        "What Soteria does if something other than Soteria thaws a frozen app while the target is "
            + "blocked.", example: "stop")

    static let wait = Field(
        "wait", .map(TargetWaitFields.shape, of: "wait") { $0.targetWaits($1) },
        leftOut: "the value under `unblock`",
        "How long you wait before this target opens, instead of the waits under `unblock`.")
    static let grant = Field(
        "grant", .timeSpan(within: UnblockFields.grants), leftOut: "the value under `unblock`",
        "How long this target stays open, instead of the grant under `unblock`.", example: "5m")

    static let spending = Field(
        "spending", .truth, standard: true,
        "`false` for a target on which you spend no money, such as the news. Soteria then does not "
            + "ask about amounts or purchases, and afterwards asks only how much you regret the "
            + "unblock.",
        example: false)

    /// The waits that a target has of its own.
    typealias Waits = (planned: TimeSpan?, impulse: TimeSpan?)

    /// The keys for the places of a target; at least one of them is required.
    static let members = ["sites", "sites_from", "apps", "executables"]

    static let shape = Shape(
        "a map with \"sites:\" and \"apps:\"",
        [
            name, sites, sitesFrom, exceptSites, apps, executables, onBlock, kill, onThaw, wait,
            grant, spending,
        ])

    private static func meaning(of enforcement: Target.Enforcement) -> String {
        switch enforcement {
        case .freeze: "apps freeze, and continue when the target opens"
        case .stop: "apps are asked to quit"
        case .notify: "apps keep running, and you get a notice"
        }
    }

    private static func meaningOfThaw(_ response: Target.ThawResponse) -> String {
        switch response {
        case .freeze: "apps freeze again within a second"
        case .stop:
            "apps freeze again, and the third time within ten minutes, they are asked to quit"
        }
    }
}

/// The keys of `targets: {KEY: {wait: …}}`.
enum TargetWaitFields {
    static let planned = Field(
        "planned", .timeSpan(within: WaitFields.limits), leftOut: "the value under `unblock`",
        "The wait before a planned unblock of this target.", example: "30s")
    static let impulse = Field(
        "impulse", .timeSpan(within: WaitFields.limits), leftOut: "the value under `unblock`",
        "The wait before an impulse unblock of this target. During an auto-protection of the "
            + "target, every unblock waits at least this long.", example: "1m")

    static let shape = Shape("a map with \"planned:\" and \"impulse:\"", [planned, impulse])
}
