import Foundation
import Testing

/// Inputs kept from fuzzing, given to the same targets without libFuzzer.
@Suite("Inputs that fuzzing found")
struct ReplayTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus")

    @Test("Every input that is kept keeps its target's promises", arguments: FuzzTarget.allCases)
    func replay(target: FuzzTarget) throws {
        let directory = Self.corpus.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let data = try Data(contentsOf: file)
            data.withUnsafeBytes {
                target.run($0.assumingMemoryBound(to: UInt8.self))
            }
        }
    }
}

/// Records a promise that does not hold as an issue of the test that runs.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { Issue.record("broken promise: \(words())") }
}
