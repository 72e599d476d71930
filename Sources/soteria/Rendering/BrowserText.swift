/// What was done for browsers.
enum BrowserText {
    /// A row for each file; those that are as they should be are counted.
    static func files(_ files: [PlacedFile], _ style: Style) -> String {
        var table = TextTable()
        for file in files where file.deed != .unchanged {
            table.add(.init(file.deed.rawValue, .good), .init(file.path))
        }
        let unchanged = files.filter { $0.deed == .unchanged }.count
        if unchanged > 0 {
            table.add(.init("unchanged", .faint), .init(Count.text(unchanged, "file")))
        }
        return table.text(style)
    }
}
