import Foundation

/// Measures what runs inside one process, and prints a table in Markdown.
///
/// `bench` alone prints the table; `bench events COUNT DIRECTORY` makes a record of so many events
/// for the measurement of the daemon's start.
@main
struct Bench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "events", arguments.count == 3,
            let count = Int(arguments[arguments.startIndex + 1])
        {
            try EventRecord.make(count, in: arguments[arguments.startIndex + 2])
            return
        }
        print("| work | here | bar | |")
        print("|---|---|---|---|")
        let tables = [
            CELBenchmarks.rows, RiskBenchmarks.rows, ScheduleBenchmarks.rows,
            SimulationBenchmarks.rows,
            MetricsBenchmarks.rows, RuleFileBenchmarks.rows, SiteListBenchmarks.rows,
            EventRecord.rows,
        ]
        for rows in tables {
            for row in try rows() {
                print("| \(row.work) | \(row.figure) | \(row.bar) | \(row.note) |")
            }
        }
    }
}
