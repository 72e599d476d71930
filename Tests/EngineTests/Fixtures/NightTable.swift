import Engine
import RuleModel
import Testing

/// Tables of what happens in one quiet night, 2026-11-18 to 19 in Berlin, and what follows.
///
/// The first line names the columns after `# at`; see `ClockSetInTheNight` for the cells.
enum NightTable {
    /// Lets happen at the row's quarter of an hour what each column says, and compares the moments
    /// at which shopping opens and closes afterwards with the column's cell.
    static func check(
        _ row: String, in table: Table, until end: String,
        _ happen: (inout Machine, String) throws -> Void
    ) throws {
        let names = Table.cells(table.header)
        let cells = Table.cells(row)
        try #require(names.count == cells.count)
        var before = try Machine(at: "2026-11-18T20:00:00+01:00", rules: everyNight())
        try before.advance(to: instant(cells[0]))
        for (name, cell) in zip(names, cells).dropFirst() {
            var machine = before
            try happen(&machine, name)
            try machine.advance(to: instant(end))
            let told = try machine.decisions(since: before.told.count)
            let moments = told.filter { !$0.contains(" update ") }
                .map { $0.dropFirst(11).prefix(5) }
            let found = moments.isEmpty ? "-" : moments.joined(separator: " ")
            #expect(found == cell, "\(name) at \(cells[0])")
        }
    }

    /// A time of the night as RFC 3339 text.
    private static func instant(_ time: String) -> String {
        "2026-11-\(time >= "20:00" ? 18 : 19)T\(time):00+01:00"
    }
}
