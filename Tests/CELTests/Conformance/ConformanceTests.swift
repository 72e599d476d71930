import CEL
import Foundation
import Testing

/// The language's own conformance tests, from files named by `CEL_CONFORMANCE`: JSON Lines, several
/// paths between colons.
struct ConformanceTests {
    static let paths =
        ProcessInfo.processInfo.environment["CEL_CONFORMANCE"]?.split(separator: ":")
        .map(String.init) ?? []

    @Test(.enabled(if: !paths.isEmpty, "CEL_CONFORMANCE names no files of conformance tests"))
    func everyTestOfTheLanguageAndItsLibrariesPasses() throws {
        var (passed, skipped) = (0, 0)
        var failures: [String] = []
        for path in Self.paths {
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                let test = try JSONDecoder().decode(ConformanceCase.self, from: Data(line.utf8))
                guard test.isSupported else {
                    skipped += 1
                    continue
                }
                if let failure = test.failure() {
                    failures.append("\(test.id): \(failure)")
                } else {
                    passed += 1
                }
            }
        }
        for failure in failures { print("failed \(failure)") }
        print("\(passed) passed, \(failures.count) failed, \(skipped) skipped")
        #expect(failures.isEmpty)
        #expect(passed > 0)
    }
}
