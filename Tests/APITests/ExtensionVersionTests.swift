import API
import Testing

/// The version of a browser's extension beside the daemon's.
@Suite struct ExtensionVersionTests {
    @Test(arguments: [
        ("0.1.0", "0.2.0", true), ("0.2.0", "0.1.0", false), ("0.9.0", "0.10", true),
        ("0.10", "0.9.0", false), ("0.2", "0.2.0", false), ("0.2.0", "0.2", false),
        ("0.2", "0.2.0.1", true), ("1", "0.9.9", false), ("", "0.1.0", true), ("", "0", false),
    ])
    func versionsAreComparedByTheirNumbers(version: String, other: String, isLower: Bool) {
        #expect(Version.isLower(version, than: other) == isLower)
    }

    private static func status(_ versions: [String?]?) -> DaemonAPI.GetStatus.Reply {
        var status = Sample.bareStatus
        status.version = "0.2.0"
        status.extensions = versions?.map { .init(version: $0, at: Sample.now) }
        return status
    }

    @Test func theOldestOfTheOldOnesIsNamed() {
        func outdated(_ versions: String?...) -> DaemonAPI.ConnectedExtension? {
            Self.status(versions).outdatedExtension
        }
        #expect(outdated("0.2.0", "0.1.9", "0.1.2", "0.3.0")?.version == "0.1.2")
        #expect(outdated("0.1.0", nil) == .init(version: nil, at: Sample.now))
        #expect(outdated("0.2.0", "0.2", "0.3.0") == nil)
        #expect(Self.status(nil).outdatedExtension == nil)
    }

    @Test func aNewerOneIsNamed() {
        #expect(Self.status(["0.2.0", nil, "0.10.0"]).newerExtensionVersion == "0.10.0")
        #expect(Self.status(["0.2.0", nil, "0.1.0"]).newerExtensionVersion == nil)
        #expect(Self.status(nil).newerExtensionVersion == nil)
    }
}
