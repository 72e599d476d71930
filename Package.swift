// swift-tools-version: 6.2
import PackageDescription

// docs/ARCHITECTURE.md holds the table of who may import whom; TidyTests holds the sources to it.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: resources, swiftSettings: strict,
        plugins: plugins)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], path: String? = nil
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, swiftSettings: strict)
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
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbirdCore = Target.Dependency.product(
    name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")

let package = Package(
    name: "soteria",
    products: [
        .library(name: "CEL", targets: ["CEL"]),
        // Each is installed under several names.
        .executable(name: "soteria", targets: ["Programs"]),
        .executable(name: "soteria-agent", targets: ["SessionPrograms"]),
        .executable(name: "soteria-sync", targets: ["soteria-sync"]),
        .executable(
            name: "varlink-certification-server", targets: ["varlink-certification-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Only its server is used, which needs none of the traits.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
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
            resources: [.embedInCode("Defaults")]),
        library("RuleTests", ["RuleFiles", "RuleModel", "Engine", "CEL"]),
        library("EventStore", ["Engine", "RuleModel", crypto, grdb]),
        library("Sealing", [crypto, cryptoExtras]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        library("Systemd", ["CSystemd", logging]),
        library("VarlinkIDL"),
        library("Varlink", ["VarlinkIDL", nioCore, nioPosix]),
        library("Localization", ["Varlink"]),
        // The types of the socket are generated from the .varlink files of `API`.
        .target(
            name: "API", dependencies: ["Localization", "Varlink", "VarlinkIDL"],
            swiftSettings: strict, plugins: ["InterfaceGenerator"]),
        .plugin(
            name: "InterfaceGenerator", capability: .buildTool(),
            dependencies: ["interface-generator"], path: "Sources/InterfaceGenerator/Plugin"),
        program(
            "interface-generator", ["VarlinkIDL"], path: "Sources/InterfaceGenerator/Tool"),
        library("Phrasing", ["API", "Engine", "Localization", "RuleModel"]),
        library("Demo", ["API", "Engine", "EventStore", "RuleFiles", "RuleModel"]),
        library("RuleEditing", ["API", "RuleFiles", "RuleModel"]),
        library(
            "Dashboard",
            [
                "API", "RuleComparison", "RuleEditing", "RuleFiles", "RuleModel", "Varlink",
                mustache,
            ],
            plugins: ["EmbedFiles"]),
        library(
            "soteriad",
            [
                "API", "CEL", "Engine", "EventStore", "Phrasing", "RuleFiles", "RuleModel",
                "Systemd", "Varlink", argumentParser, logging, nioCore, nioPosix,
            ]),
        library(
            "soteria-agent", ["API", "Localization", "Systemd"], plugins: ["EmbedFiles"]),
        library("soteria-browser-host", ["API", "Varlink"]),
        library(
            "soteria-dashboard",
            [
                "API", "Dashboard", "Systemd", "Varlink", httpTypes, hummingbirdCore, logging,
                nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioCore, nioPosix,
            ]),
        library(
            "soteria",
            [
                "API", "Demo", "Engine", "EventStore", "Localization", "Phrasing",
                "RuleComparison", "RuleEditing", "RuleFiles", "RuleModel", "RuleTests", "Varlink",
                argumentParser,
            ],
            plugins: ["EmbedFiles"]),
        // SessionPrograms and soteria-sync are not linked into it but built with it: one product is
        // all of them.
        program(
            "Programs",
            ["SessionPrograms", "soteria", "soteria-dashboard", "soteria-sync", "soteriad"]),
        program("SessionPrograms", ["soteria-agent", "soteria-browser-host"]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        program("soteria-sync", ["CCurl", argumentParser, crypto]),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"],
            path: "Sources/EmbedFiles/Plugin"),
        program("embed-files", [], path: "Sources/EmbedFiles/Tool"),

        tests("CELTests", ["CEL"]),
        tests("EngineTests", ["Engine", "RuleComparison", "RuleModel", "CEL"]),
        tests(
            "RuleFilesTests",
            ["RuleFiles", "RuleTests", "Engine", "RuleComparison", "RuleModel", "CEL"],
            exclude: ["Snapshots"]),
        tests("EventStoreTests", ["EventStore", "Engine", "RuleModel", crypto, grdb]),
        tests("SealingTests", ["Sealing", crypto], exclude: ["vectors.json"]),
        // What tests of D-Bus stand on: a bus of their own, and what waits for its answers.
        .target(name: "TestBus", path: "Tests/TestBus", swiftSettings: strict),
        // Finds the programs that tests start as processes of their own.
        .target(name: "BuiltPrograms", path: "Tests/BuiltPrograms", swiftSettings: strict),
        // The seeds of random tests, and the numbers that follow from them.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        // Serves the tests of several targets.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        tests("SystemdTests", ["Systemd", "CSystemd", "TestBus", logging]),
        tests("VarlinkTests", ["Varlink", "VarlinkIDL", nioCore, nioPosix, nioEmbedded]),
        tests(
            "APITests", ["API", "TestSupport", "Varlink", "VarlinkIDL", nioCore, nioPosix],
            exclude: ["Fixtures"]),
        tests("LocalizationTests", ["Localization", "Varlink"]),
        tests(
            "DaemonTests",
            [
                "soteriad", "API", "Engine", "EventStore", "Phrasing", "RuleFiles", "RuleModel",
                "Systemd", "Varlink", "VarlinkIDL", logging, nioCore, nioPosix,
            ]),
        tests(
            "CLITests",
            [
                "soteria", "API", "BuiltPrograms", "Demo", "Engine", "EventStore",
                "Localization", "RuleFiles", "RuleModel", "TestSupport", "Varlink", "VarlinkIDL",
                nioCore, nioPosix,
            ]),
        tests(
            "AgentTests",
            [
                "soteria-agent", "API", "Localization", "Systemd", "TestBus", "TestSupport",
                "Varlink", "VarlinkIDL", nioCore, nioPosix,
            ],
            exclude: ["Focus/Recordings"]),
        tests(
            "BrowserHostTests",
            [
                "soteria-browser-host", "API", "BuiltPrograms", "TestSupport", "Varlink",
                "VarlinkIDL", nioCore, nioPosix,
            ]),
        tests("SyncTests", ["soteria-sync", argumentParser]),
        tests("DashboardTests", ["Dashboard", "API", "RuleEditing", "RuleFiles"]),
        tests(
            "ServerTests",
            [
                "soteria-dashboard", "API", "BuiltPrograms", "Dashboard", "Systemd",
                "TestSupport", "Varlink", "VarlinkIDL", httpTypes, logging, nioCore, nioEmbedded,
                nioHTTPTypes, nioPosix,
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
