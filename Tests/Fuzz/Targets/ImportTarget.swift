import Engine
import Foundation
import GRDB
import RuleModel

@testable import EventStore

/// Any bytes as an export, of either format: as they are, and once more with numbers, hashes and
/// end put right, so that they come further.
enum ImportTarget {
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let file = MemoryFile(Array(bytes))
        let lines = read(file)
        guard lines.contains(where: { if case .header = $0 { true } else { false } }) else {
            return
        }
        if lines.contains(where: { if case .footer = $0 { true } else { false } }) {
            checkImport(file, ofEvents: lines.compactMap(\.row))
        }
        checkRepaired(RepairedExport(lines))
    }

    /// Checks that a repaired export is imported, and that its other format reads the same.
    private static func checkRepaired(_ repaired: RepairedExport) {
        let imported = imported(MemoryFile(Array(repaired.text(.jsonLines).utf8)))
        promise(imported != nil || !repaired.isComplete, "what is put right is imported")
        guard let imported else { return }
        check(imported, repaired.rows)
        for format in ExportFormat.allCases {
            let text = repaired.text(format)
            promise(imported.text(format) == text, "its export is the same, byte for byte")
            let lines = read(MemoryFile(Array(text.utf8)))
            promise(lines.compactMap(\.row) == repaired.rows, "which says the same events")
            promise(
                lines.count - repaired.rows.count == repaired.parts, "between the same other lines")
        }
    }

    /// The lines before the first that cannot be read.
    private static func read(_ file: MemoryFile) -> [ImportedLine] {
        var lines: [ImportedLine] = []
        do throws(StoreError) {
            var source = try ImportFile(file.path)
            while let line = try source.next() { lines.append(line) }
        } catch {
            guard case .notImported(_, let line, let problem) = error else {
                promise(false, "a line is refused as one: \(error)")
                return lines
            }
            promise(line > 0, "a refused line has a number")
            promise(!problem.description.isEmpty, "a refusal has words")
        }
        return lines
    }

    private static func checkImport(_ file: MemoryFile, ofEvents rows: [RecordedRow]) {
        guard let imported = imported(file) else { return }
        check(imported, rows)
        for format in ExportFormat.allCases {
            let text = imported.text(format)
            let again = Self.imported(MemoryFile(Array(text.utf8)))
            promise(again?.text(format) == text, "an export is imported and exported again")
            promise(again?.rows == rows, "with every event as it was")
        }
    }

    private static func check(_ imported: ImportedRecord, _ rows: [RecordedRow]) {
        promise(imported.rows == rows, "every event comes in byte for byte")
        promise(imported.report.events == rows.count, "all of them are counted")
        promise(imported.isKept, "the state that they lead to can be kept")
    }

    private static func imported(_ file: MemoryFile) -> ImportedRecord? {
        do {
            return try ImportedRecord(file)
        } catch StoreError.notImported {
        } catch StoreError.unusable {
        } catch is Damage {
        } catch {
            promise(false, "an import fails by refusing: \(error)")
        }
        return nil
    }
}

extension ImportedLine {
    /// The event; nil where the line is something else.
    var row: RecordedRow? {
        if case .event(let row) = self { row } else { nil }
    }
}
