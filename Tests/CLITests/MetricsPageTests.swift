import API
import EventStore
import Foundation
import Testing

@testable import soteria

/// docs/metrics.md names every figure of `--csv` and every column of the exports.
@Suite struct MetricsPageTests {
    /// The first cells of the page's tables, taken apart into the names in them.
    private static func names() throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/metrics.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    @Test func everyFigureIsExplained() throws {
        var known: Set<String> = []
        for names in try Self.names() {
            guard let first = names.first else { continue }
            let stem = first.split(separator: ".").dropLast().joined(separator: ".")
            for name in names { known.insert(name.hasPrefix(".") ? stem + name : name) }
        }
        for row in MetricsTable.rows(SampleReplies.metrics) {
            let name = row.figure.replacing(/^(hour\.|weekday\.[0-9]+\.hour\.)[0-9]+/) { match in
                match.1.replacing(/[0-9]+/, with: "D") + "H"
            }.replacing(/^episodes\.hour\.[0-9]+/, with: "episodes.hour.H")
                .replacing(/^(episodes\.)?weekday\.[0-9]+/) { "\($0.1 ?? "")weekday.D" }
                .replacing(/^(episodes\.)?(category|mood)\.[a-z]+/) {
                    "\($0.1 ?? "")\($0.2).NAME"
                }
                .replacing(/^(usage|imported)\.[a-z]+/) { "\($0.1).KEY" }
                .replacing(/^(spent|(episodes\.)?kept_amount)(\.EUR)?$/) { "\($0.1).CODE" }
            #expect(known.contains(name), "docs/metrics.md does not explain \(name)")
        }
    }

    @Test(arguments: ExportTable.allCases)
    func everyColumnIsExplained(table: ExportTable) throws {
        let names = try Set(Self.names().compactMap(\.first))
        for column in ExportColumn.columns(of: table) {
            #expect(names.contains(column.name), "docs/metrics.md does not explain \(column.name)")
        }
    }
}
