import API
import Varlink

extension Example {
    private static let imported = UsageAPI.ImportedUse(
        number: 70, source: "activitywatch laptop", at: Sample.now, from: "2026-11-20",
        to: "2026-11-21", targets: ["shopping"], seconds: 720)

    static func usage() throws -> [Example] {
        let name = UsageAPI.interface
        return try [
            Example(
                UsageAPI.Opened.self, interface: name,
                parameters: [.init(site: "www.amazon.com", app: "steam", path: "/gp"), .init()],
                replies: [
                    .init(
                        use: 61, targets: ["shopping"], heartbeat: 30, limit: 90, recorded: false)
                ]),
            Example(
                UsageAPI.Heartbeat.self, interface: name,
                parameters: [.init(uses: [61, 62]), .init(uses: [])],
                replies: [.init(unknown: [62], recorded: false), .init(unknown: [])]),
            Example(
                UsageAPI.Closed.self, interface: name, parameters: [.init(use: 61)],
                replies: [.init(recorded: false), .init()]),
            Example(
                UsageAPI.SetIdle.self, interface: name,
                parameters: [
                    .init(idle: true, locked: false, idleSeconds: 300), .init(idle: false),
                ],
                replies: [.init(recorded: false), .init()]),
            Example(
                UsageAPI.RegisterSource.self, interface: name,
                parameters: [
                    .init(front: "sway", idle: "wayland", estimated: false),
                    .init(front: "estimate", estimated: true),
                ],
                replies: [.init()]),
            Example(
                UsageAPI.ImportUse.self, interface: name,
                parameters: [
                    .init(
                        source: "activitywatch laptop",
                        use: [.init(target: "shopping", day: "2026-11-21", seconds: 720)])
                ],
                replies: [.init(imported: imported), .init()]),
            Example(
                UsageAPI.Imports.self, interface: name, parameters: [.init()],
                replies: [.init(imports: [imported]), .init(imports: [])]),
            Example(
                UsageAPI.RemoveImport.self, interface: name, parameters: [.init(number: 70)],
                replies: [.init()]),
            Example(
                UsageAPI.Sessions.self, interface: name,
                parameters: [
                    .init(
                        target: "shopping", from: Sample.now, to: Sample.later, limit: 5,
                        newestFirst: true), .init(),
                ],
                replies: [
                    .init(sessions: [Sample.session, Sample.runningSession]), .init(sessions: []),
                ]),
            Example(
                UsageAPI.Today.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        targets: [
                            .init(target: "shopping", name: "Shopping", seconds: 720, running: true)
                        ], idle: false, locked: false,
                        source: .init(front: "gnome", idle: "mutter", estimated: false)),
                    .init(targets: [], idle: true, locked: true),
                    .init(
                        targets: [], idle: false, locked: false,
                        source: .init(front: "estimate", estimated: true)),
                ]),
        ]
    }
}

extension Sample {
    /// With every member; of a place's site and app one alone is given.
    static let session = UsageAPI.Session(
        session: 62, target: "shopping",
        places: [.init(site: "www.amazon.com", app: "steam", path: "/gp")],
        at: now, until: later, seconds: 720, requests: [41], running: false,
        idleSeconds: 180)
    static let runningSession = UsageAPI.Session(
        session: 63, target: "games", places: [.init(app: "steam")], at: now, seconds: 60,
        requests: [], running: true)

    /// The errors of `org.soteria.usage`, in the order of its file.
    static let usageErrors: [any TypedError] = [
        UsageAPI.NotTracked(targets: ["social"]), UsageAPI.NoSuchUse(use: 7),
        UsageAPI.NoSuchTarget(target: "shoping"), UsageAPI.NoSuchImport(number: 70),
        UsageAPI.TooManyImports(imports: 100, days: 20_000),
        UsageAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}
