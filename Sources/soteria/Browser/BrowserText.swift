enum BrowserText {
    /// How many files of the extension are named one by one.
    private static let fewFiles = 3

    /// A row for each file; those that are as they should be are counted, and so are the files of
    /// the extension where there are many.
    static func files(
        _ files: [PlacedFile], extension directory: String, _ style: Style
    ) -> String {
        var table = TextTable()
        for deed in [PlacedFile.Deed.written, .removed] {
            let done = files.filter { $0.deed == deed }
            let inside = done.filter { $0.path.hasPrefix(directory + "/") }
            let isCounted = inside.count > fewFiles
            if isCounted {
                let words = "\(Count.text(inside.count, "file")) in \(directory)"
                table.add(.init(deed.rawValue, .good), .init(words))
            }
            for file in done where !isCounted || !inside.contains(file) {
                table.add(.init(deed.rawValue, .good), .init(file.path))
            }
        }
        let unchanged = files.filter { $0.deed == .unchanged }.count
        if unchanged > 0 {
            table.add(.init("unchanged", .faint), .init(Count.text(unchanged, "file")))
        }
        return table.text(style)
    }
}
