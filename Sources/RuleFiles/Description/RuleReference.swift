import RuleModel

/// The reference of the rule files in docs/rules.md, as Markdown.
package enum RuleReference {
    /// Under headings of the third level; ends with a newline.
    package static var text: String {
        (RuleFile.shape.fields.map(section) + [kinds, variables, limits]).joined(separator: "\n")
    }

    private static func section(_ field: FieldDescription) -> String {
        let row = ManualContent.row(field)
        let tables = ManualContent.tables(of: field)
        var text = "### `\(field.key)`\n\n\(field.summary) "
        if tables.isEmpty { text += "Value: \(row.value). " }
        text += row.leftOut.map { "Default: \($0).\n" } ?? "Required.\n"
        for table in tables {
            text += tables.count > 1 || table.path.contains(".") ? "\n`\(table.path)`:\n" : ""
            text += "\n| key | value | default | meaning |\n|---|---|---|---|\n"
            for row in table.rows {
                text += line([
                    "`\(row.key)`", row.value, row.leftOut ?? "required", row.meaning,
                ])
            }
        }
        return text + "\n```yaml\n\(ManualContent.example(of: field))```\n"
    }

    private static var kinds: String {
        "### Kinds of values\n\n| value | how it is written |\n|---|---|\n"
            + ManualContent.kinds.map { line([$0.name, $0.meaning]) }.joined()
    }

    private static var variables: String {
        "### What conditions read\n\n| variable | type | kind | meaning |\n|---|---|---|---|\n"
            + ManualContent.variables.map { entry in
                line([
                    "`\(entry.name)`", "\(entry.type)",
                    entry.isReported ? "reported" : "automatic", entry.summary,
                ])
            }.joined()
    }

    private static var limits: String {
        "### Limits\n\n| limit | at most |\n|---|---|\n"
            + ManualContent.limits.map { line([$0.what, $0.most]) }.joined()
    }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
}
