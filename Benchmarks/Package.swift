// swift-tools-version: 6.2
import PackageDescription

// The package has the project's own name, so that its `package` declarations can be measured, and
// reaches its sources by links.

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "soteria",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        .target(name: "CEL"),
        .target(name: "RuleModel", dependencies: ["CEL"]),
        .target(name: "RuleComparison", dependencies: ["RuleModel", "CEL"]),
        .target(name: "Engine", dependencies: ["RuleModel", "RuleComparison", "CEL"]),
        .target(
            name: "RuleFiles",
            dependencies: ["RuleModel", "RuleComparison", "CEL", crypto, "Yams"],
            resources: [.embedInCode("Defaults")]),
        .target(name: "EventStore", dependencies: ["Engine", "RuleModel", crypto, grdb]),
        .executableTarget(
            name: "bench",
            dependencies: ["CEL", "Engine", "EventStore", "RuleFiles", "RuleModel"]),
    ]
)
