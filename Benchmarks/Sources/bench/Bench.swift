import Foundation

/// Measures what runs inside one process, and prints a table in Markdown.
///
/// `bench` alone prints the table; `bench NAME...` some of its parts; `bench events COUNT
/// DIRECTORY` makes a record of so many events for the measurements of the daemon; `bench year`
/// and `bench hosts` do one piece of work once, for a profiler.
@main
struct Bench {
    private static let parts: [(name: String, rows: @Sendable () throws -> [Row])] = [
        ("cel", CELBenchmarks.rows), ("risk", RiskBenchmarks.rows),
        ("schedules", ScheduleBenchmarks.rows), ("simulation", SimulationBenchmarks.rows),
        ("metrics", MetricsBenchmarks.rows), ("rules", RuleFileBenchmarks.rows),
        ("sites", SiteListBenchmarks.rows), ("record", EventRecord.rows),
    ]

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "events", arguments.count == 3, let count = Int(arguments[1]) {
            return try EventRecord.make(count, in: arguments[2])
        }
        if arguments == ["year"] { return try SimulationBenchmarks.runOnce() }
        if arguments == ["hosts"] { return SiteListBenchmarks.runOnce() }
        let wanted = Set(arguments.isEmpty ? parts.map(\.name) : arguments)
        print("| work | here | bar | peers |")
        print("|---|---|---|---|")
        for part in parts where wanted.contains(part.name) {
            for row in try part.rows() {
                print("| \(row.work) | \(row.figure) | \(row.bar) | \(row.note) |")
            }
        }
    }
}
