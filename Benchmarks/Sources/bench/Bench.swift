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
        for row in try CELBenchmarks.rows() + ScheduleBenchmarks.rows() + RuleFileBenchmarks.rows()
        {
            print("| \(row.work) | \(row.figure) | \(row.bar) | \(row.note) |")
        }
    }
}
