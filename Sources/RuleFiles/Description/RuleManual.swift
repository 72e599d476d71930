import RuleModel

/// The man page soteria-rules(5), in the `man` macros of roff.
package enum RuleManual {
    /// The whole page; ends with a newline.
    package static var text: String {
        var page = Roff()
        page.macro("TH", "SOTERIA-RULES", "5", "", "Soteria", "Soteria's rule files")
        page.heading("NAME")
        page.paragraph("soteria-rules - the rule files of Soteria")
        page.heading("SYNOPSIS")
        page.lines(directories)
        description(&page)
        page.heading("SECTIONS")
        for section in RuleFile.shape.fields { add(section, to: &page) }
        values(&page)
        conditions(&page)
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
            "What is blocked, when, what is asked, and when Soteria blocks by itself stands in "
                + "YAML files. The directories are read in the order above, the files of each by "
                + "name; `*.test.yaml` and dotfiles are left out. Later directories win: maps merge "
                + "by key, lists and single values replace, `null` removes a key. One key set in "
                + "two files of one directory is an error. A file is masked by a link to "
                + "`/dev/null` of the same name.")
        page.paragraph(
            "Files are read again when they change. A set with an error is refused whole, an empty "
                + "file is an error, and the last good set stays in force, over a restart too. "
                + "`soteria rules check` tells what is wrong, without the daemon; `soteria rules "
                + "cat` prints the merged set with the file that each part came from; `soteria "
                + "rules schema` prints a JSON Schema for editors.")
        page.paragraph(
            "Texts are taken as written: `22:00` is never a number, nor `no` a truth value. "
                + "Unknown and repeated keys are errors.")
    }

    private static func add(_ section: FieldDescription, to page: inout Roff) {
        let row = ManualContent.row(section)
        let tables = ManualContent.tables(of: section)
        page.subheading(section.key)
        page.paragraph(
            section.summary + (tables.isEmpty ? " Value: \(row.value)." : "")
                + (row.leftOut.map { " Left out: \($0)." } ?? ""))
        for table in tables {
            if tables.count > 1 || table.path.contains(".") {
                page.paragraph("Keys of `\(table.path)`:")
            }
            for row in table.rows {
                page.item(
                    "`\(row.key)`: \(row.value)",
                    row.meaning
                        + (row.leftOut.map { " Left out: \($0)." } ?? " It must be there."))
            }
        }
    }

    private static func values(_ page: inout Roff) {
        page.heading("VALUES")
        for kind in ManualContent.kinds { page.item(kind.name, kind.meaning) }
        page.paragraph(
            "At most: "
                + ManualContent.limits.map { "\($0.most) for \($0.what)" }.joined(separator: "; ")
                + ".")
    }

    private static func conditions(_ page: inout Roff) {
        page.heading("CONDITIONS")
        page.paragraph(
            "Conditions are written in the Common Expression Language: `&&`, `||`, `!`, `==`, `<`, "
                + "`in`, `duration(\"30m\")`. They are checked when the file is read. What has no "
                + "value, such as a division by zero, counts as false. Variables are automatic or "
                + "reported, that is, resting on what a person typed in; the latter begin no "
                + "auto-protection. NAME is the key of a target, a budget or a check-in; one with "
                + "a dash stands in backquotes.")
        for entry in ManualContent.variables {
            let kind = entry.isReported ? "reported" : "automatic"
            page.item("`\(entry.name)`: \(entry.type), \(kind)", entry.summary)
        }
    }

    private static func example(_ page: inout Roff) {
        page.heading("EXAMPLE")
        page.paragraph("Every key that there is, once:")
        page.example(RuleFile.shape.example.yamlLines())
    }

    private static func ending(_ page: inout Roff) {
        page.heading("FILES")
        for directory in zip(directories, ["The shipped defaults.", "The machine's.", "Yours."]) {
            page.item("`\(directory.0)`", directory.1)
        }
        page.item("`90-tools.yaml`", "The one file among yours that Soteria's own tools write.")
        page.heading("SEE ALSO")
        page.paragraph("The guide in `docs/rules.md`; https://github.com/google/cel-spec")
    }
}
