// swift-tools-version: 6.2
import PackageDescription

// docs/ARCHITECTURE.md holds the table of who may import whom; TidyTests holds the sources to it.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: strict)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
    resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, resources: resources,
        swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["SeededRandom"], exclude: exclude,
        swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(
    name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")

let defaults = ["auto-protection", "plans", "risk", "unblock"]
let testedDefaults = ["auto-protection", "risk", "unblock"]
/// The browser extension, which `soteria browser install` unpacks.
let browserExtension = [
    "manifest.json", "background.js", "icons/soteria-128.png", "icons/soteria-16.png",
    "icons/soteria-32.png", "icons/soteria-48.png", "icons/soteria.svg", "lib/addresses.js",
    "lib/backoff.js", "lib/conversation.js", "lib/guard.js", "lib/host.js", "lib/picture.js",
    "lib/rulebook.js", "lib/standing.js", "lib/storage.js", "lib/summary.js", "lib/usage.js",
    "pages/blocked.css", "pages/blocked.html", "pages/blocked.js", "pages/channel.js",
    "pages/checkin.js", "pages/countdown.js", "pages/elements.js", "pages/intent.js",
    "pages/look.css", "pages/popup.css", "pages/popup.html", "pages/popup.js", "pages/view.js",
    "pages/words.js",
]
/// The files of the dashboard's pages; Sources/Dashboard/Site/PageFiles.swift names the same ones.
let pages = [
    "CheckIn/check-in.mustache", "CheckIn/check-ins.mustache", "Forms/field-state.mustache",
    "Forms/field.mustache", "Frame/components.mustache", "Frame/frame.mustache",
    "Frame/trouble.mustache", "Goals/goal-removal.mustache",
    "Goals/goals.mustache", "Home/home.mustache", "Look/components.css", "Look/icon.svg",
    "Look/page.css", "Look/page.js", "Look/tokens.css", "Metrics/metrics.mustache",
    "Pause/pause-request.mustache", "Pause/pause.mustache", "Places/places.mustache",
    "Places/target-form.mustache", "Places/target.mustache",
    "QuietHours/Editing/rule-message.mustache", "QuietHours/Editing/rule-notices.mustache",
    "QuietHours/Editing/rule-removal.mustache", "QuietHours/quiet-hours.mustache",
    "QuietHours/schedule-form.mustache", "Record/record.mustache", "Rules/diagnostic.mustache",
    "Rules/next-week.mustache", "Rules/rule-file.mustache", "Rules/rules.mustache",
    "Rules/try-rules.mustache", "Rules/week-result.mustache", "Settings/settings.mustache",
    "Texts/en/checkIn.json", "Texts/en/components.json", "Texts/en/decisions.json",
    "Texts/en/formats.json", "Texts/en/frame.json", "Texts/en/goals.json", "Texts/en/home.json",
    "Texts/en/metrics.json", "Texts/en/pause.json", "Texts/en/places.json",
    "Texts/en/quietHours.json", "Texts/en/record.json", "Texts/en/rules.json",
    "Texts/en/settings.json", "Texts/en/trouble.json",
]

let package = Package(
    name: "soteria",
    products: [
        .library(name: "CEL", targets: ["CEL"]),
        .executable(name: "soteriad", targets: ["soteriad"]),
        .executable(name: "soteria", targets: ["soteria"]),
        .executable(name: "soteria-agent", targets: ["soteria-agent"]),
        .executable(name: "soteria-browser-host", targets: ["soteria-browser-host"]),
        .executable(name: "soteria-dashboard", targets: ["soteria-dashboard"]),
        .executable(
            name: "varlink-certification-server", targets: ["varlink-certification-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        library("CEL"),
        library("RuleModel", ["CEL"]),
        library("RuleComparison", ["RuleModel", "CEL"]),
        library("Engine", ["RuleModel", "RuleComparison", "CEL"]),
        // The defaults are a link to rules/defaults: what is installed is what is embedded.
        library(
            "RuleFiles", ["RuleModel", "RuleComparison", "CEL", crypto, "Yams"],
            exclude: testedDefaults.map { "Defaults/\($0).test.yaml" },
            resources: defaults.map { .embedInCode("Defaults/\($0).yaml") }),
        library("RuleTests", ["RuleFiles", "RuleModel", "Engine", "CEL"]),
        library("EventStore", ["Engine", "RuleModel", crypto, grdb]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        library("Systemd", ["CSystemd", logging]),
        library("VarlinkIDL"),
        library("Varlink", ["VarlinkIDL", nioCore, nioPosix]),
        // The types of the socket are generated from the .varlink files of `API`.
        .target(
            name: "API", dependencies: ["Varlink", "VarlinkIDL"], swiftSettings: strict,
            plugins: ["InterfacePlugin"]),
        .plugin(
            name: "InterfacePlugin", capability: .buildTool(),
            dependencies: ["interface-generator"], path: "Sources/InterfacePlugin"),
        program("interface-generator", ["VarlinkIDL"]),
        library("Phrasing", ["API", "Engine", "RuleModel"]),
        library(
            "Dashboard", ["API", "RuleComparison", "RuleFiles", "RuleModel", "Varlink", mustache],
            resources: pages.map { .embedInCode($0) }),
        program(
            "soteriad",
            [
                "API", "CEL", "Engine", "EventStore", "Phrasing", "RuleFiles", "RuleModel",
                "Systemd", "Varlink", argumentParser, logging, nioCore, nioPosix,
            ]),
        program("soteria-agent", ["API", "Systemd"]),
        program("soteria-browser-host", ["API", "Varlink"]),
        program(
            "soteria-dashboard",
            [
                "API", "Dashboard", "Systemd", "Varlink", hummingbird, hummingbirdCore, logging,
                nioHTTPTypes, nioCore, nioPosix,
            ]),
        program(
            "soteria",
            [
                "API", "Engine", "EventStore", "Phrasing", "RuleComparison", "RuleFiles",
                "RuleModel", "RuleTests", "Varlink", argumentParser,
            ],
            resources: browserExtension.map { .embedInCode("Extension/\($0)") }),

        tests("CELTests", ["CEL"]),
        tests("EngineTests", ["Engine", "RuleComparison", "RuleModel", "CEL"]),
        tests(
            "RuleFilesTests",
            ["RuleFiles", "RuleTests", "Engine", "RuleComparison", "RuleModel", "CEL"],
            exclude: ["Snapshots"]),
        tests("EventStoreTests", ["EventStore", "Engine", "RuleModel", crypto, grdb]),
        // What tests of D-Bus stand on: a bus of their own, and what waits for its answers.
        .target(name: "TestBus", path: "Tests/TestBus", swiftSettings: strict),
        // The seeds of random tests, and the numbers that follow from them.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        tests("SystemdTests", ["Systemd", "CSystemd", "TestBus", logging]),
        tests("VarlinkTests", ["Varlink", "VarlinkIDL", nioCore, nioPosix, nioEmbedded]),
        tests(
            "APITests", ["API", "Varlink", "VarlinkIDL", nioCore, nioPosix],
            exclude: ["Fixtures"]),
        tests(
            "DaemonTests",
            [
                "soteriad", "API", "Engine", "EventStore", "RuleFiles", "RuleModel", "Systemd",
                "Varlink", "VarlinkIDL", logging, nioCore, nioPosix,
            ]),
        tests(
            "CLITests",
            [
                "soteria", "API", "Engine", "EventStore", "RuleModel", "Varlink", "VarlinkIDL",
                nioCore, nioPosix,
            ]),
        tests(
            "AgentTests",
            [
                "soteria-agent", "API", "Systemd", "TestBus", "Varlink", "VarlinkIDL", nioCore,
                nioPosix,
            ]),
        tests(
            "BrowserHostTests",
            ["soteria-browser-host", "API", "Varlink", "VarlinkIDL", nioCore, nioPosix]),
        tests("DashboardTests", ["Dashboard", "API", "RuleFiles"]),
        tests(
            "ServerTests",
            [
                "soteria-dashboard", "API", "Dashboard", "Systemd", "Varlink", "VarlinkIDL",
                logging, nioCore,
                nioPosix,
            ]),
        // Holds the man pages against all that they are made of.
        tests(
            "ManualTests",
            [
                "soteria", "soteria-agent", "soteria-dashboard", "soteriad", "API", "RuleFiles",
                "Varlink", "VarlinkIDL",
            ]),
        // Tests/Fuzz/run feeds the same targets with libFuzzer.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "soteria-browser-host", "API", "CEL", "Engine", "EventStore", "RuleFiles",
                "RuleModel", "Varlink", "VarlinkIDL", grdb, nioCore, nioEmbedded,
            ],
            path: "Tests/Fuzz",
            // What is no source is named in every build otherwise, a thousand lines of it.
            exclude: [
                "Corpus", "Driver", "Package.swift.in", "expression.dict", "rules.dict", "run",
            ],
            sources: ["Replay", "Targets"], swiftSettings: strict),
        // Simulated clock, store, clients and people; Tests/Simulation/run builds it by itself.
        .target(
            name: "SimulatedWorld", dependencies: ["Engine", "RuleFiles", "RuleModel"],
            path: "Tests/Simulation/World",
            // Half of what the ordinary run's years cost, and no code that anybody steps through.
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        program(
            "simulate", ["SimulatedWorld", "RuleFiles"], path: "Tests/Simulation/Years"),
        tests("SimulationTests", ["SimulatedWorld", "RuleFiles"]),
        tests("InterfaceGeneratorTests", ["interface-generator", "VarlinkIDL"]),
        tests("TidyTests", []),
        program(
            "varlink-certification-server", ["Varlink", "VarlinkIDL", nioCore, nioPosix],
            path: "Tests/CertificationServer"),
    ]
)
