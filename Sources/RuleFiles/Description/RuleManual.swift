import RuleModel

/// The man page soteria-rules(5), in the `man` macros of roff.
package enum RuleManual {
    /// The whole page; ends with a newline.
    package static var text: String {
        var page = Roff()
        page.macro("TH", "SOTERIA-RULES", "5", "", "Soteria", "Soteria's rule files")
        page.heading("NAME")
        page.paragraph("soteria-rules - Soteria's rule files")
        page.heading("SYNOPSIS")
        page.lines(directories)
        description(&page)
        page.heading("SECTIONS")
        for section in RuleFile.shape.fields { add(section, to: &page) }
        values(&page)
        conditions(&page)
        strict(&page)
        edits(&page)
        tests(&page)
        example(&page)
        ending(&page)
        return page.text
    }

    private static let directories = [
        "PREFIX/share/soteria/rules.d/*.yaml", "/etc/soteria/rules.d/*.yaml",
        "~/.config/soteria/rules.d/*.yaml",
    ]

    private static func description(_ page: inout Roff) {
        page.heading("DESCRIPTION")
        page.paragraph(
            "YAML files say what is blocked and when, what Soteria asks you, and when Soteria "
                + "blocks on its own. Soteria reads the directories in the order above, and the "
                + "files of each directory in the order of their names. `*.test.yaml` files and "
                + "dotfiles are skipped. Later directories take precedence: maps are merged by "
                + "key, lists and single values are replaced, and `null` removes a key. Setting "
                + "the same key in two files of one directory is an error. A link to `/dev/null` "
                + "hides the file of the same name in the earlier directories.")
        page.paragraph(
            "When a file changes, Soteria reads all files again. If any file has an error, Soteria "
                + "refuses the whole set, and the last good set stays in force, even after a "
                + "restart. An empty file is an error. `soteria rules check` shows mistakes, even "
                + "if the daemon is not running; `soteria rules cat` prints the merged set and "
                + "names the file that each part came from; `soteria rules schema` prints a JSON "
                + "Schema for editors.")
        page.paragraph(
            "Values are read exactly as written: `22:00` is never a number, and `no` is never "
                + "false. Unknown and repeated keys are errors.")
    }

    private static func add(_ section: FieldDescription, to page: inout Roff) {
        let row = ManualContent.row(section)
        let tables = ManualContent.tables(of: section)
        page.subheading(section.key)
        page.paragraph(
            section.summary + (tables.isEmpty ? " Value: \(row.value)." : "")
                + (row.leftOut.map { " Default: \($0)." } ?? ""))
        for table in tables {
            if tables.count > 1 || table.path.contains(".") {
                page.paragraph("Keys of `\(table.path)`:")
            }
            for row in table.rows {
                page.item(
                    "`\(row.key)`: \(row.value)",
                    row.meaning
                        + (row.leftOut.map { " Default: \($0)." } ?? " Required."))
            }
        }
    }

    private static func values(_ page: inout Roff) {
        page.heading("VALUES")
        for kind in ManualContent.kinds { page.item(kind.name, kind.meaning) }
        page.paragraph(
            "Upper limits: "
                + ManualContent.limits.map { "\($0.what): \($0.most)" }.joined(separator: "; ")
                + ".")
    }

    private static func conditions(_ page: inout Roff) {
        page.heading("CONDITIONS")
        page.paragraph(
            "Conditions are written in the Common Expression Language: `&&`, `||`, `!`, `==`, `<`, "
                + "`in`, `duration(\"30m\")`. Soteria checks conditions when it reads the file. A "
                + "condition that has no value, for example because it divides by zero, counts as "
                + "false. Each variable is automatic or reported. A reported variable depends on "
                + "what you type, so the condition of an auto-protection cannot read it. In the "
                + "names below, NAME is the key of a target, a budget or a check-in. If the key "
                + "contains a dash, put the key in backquotes.")
        for entry in ManualContent.variables {
            let kind = entry.isReported ? "reported" : "automatic"
            page.item("`\(entry.name)`: \(entry.type), \(kind)", entry.summary)
        }
    }

    private static func example(_ page: inout Roff) {
        page.heading("EXAMPLE")
        page.paragraph("An example with every key:")
        page.example(RuleFile.shape.example.yamlLines())
    }

    private static func ending(_ page: inout Roff) {
        page.heading("FILES")
        for directory in zip(
            directories,
            [
                "The shipped defaults.", "The machine's rules.",
                "Your rules.",
            ])
        {
            page.item("`\(directory.0)`", directory.1)
        }
        page.item(
            "`90-tools.yaml`",
            "The only one of your rule files that Soteria's own tools change.")
        page.heading("SEE ALSO")
        page.paragraph("The guide in `docs/rules.md`; https://github.com/google/cel-spec")
    }
}
