import Testing

@testable import soteria

/// Columns, wrapping, wide characters.
@Suite struct TextTableTests {
    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = TextTable()
        table.add("a", "bb", "c")
        table.add("aaaa", "b", "cc")
        #expect(table.text(Style()) == "a     bb  c\naaaa  b   cc\n")
    }

    @Test func aLastCellDoesNotWidenItsColumn() {
        var table = TextTable()
        table.add("a", "a long text that ends the row")
        table.add("a", "b", "c")
        #expect(table.text(Style()) == "a  a long text that ends the row\na  b  c\n")
    }

    @Test func theLastColumnIsWrappedUnderItself() {
        var table = TextTable()
        table.add("key", "one two three four five six seven")
        #expect(
            table.text(Style(width: 25)) == "key  one two three four\n     five six seven\n")
    }

    /// At 40 columns, the first three columns of a status leave nothing for the reasons.
    @Test func cellsAreStackedIfTheLastHasNoRoom() {
        var table = TextTable()
        table.add(
            "●", "Shopping", "blocked until 06:30 (in 7 h 12 min)", "Quiet nights (quiet hours)")
        table.add("○", "Games", "open")
        #expect(
            table.text(Style(width: 40), indent: 1, stacks: true) == """
                 ● Shopping
                     blocked until 06:30 (in 7 h 12 min)
                     Quiet nights (quiet hours)
                 ○ Games
                     open

                """)
        #expect(table.text(Style(width: 120)).hasPrefix("●  Shopping  blocked until 06:30"))
    }

    @Test func aLongWordStaysWhole() {
        #expect(Paragraph.wrapped("a bbbbbbbbbb c", width: 4) == ["a", "bbbbbbbbbb", "c"])
        #expect(Paragraph.wrapped("", width: 4) == [""])
        #expect(Paragraph.wrapped("a\nb", width: 4) == ["a", "b"])
    }

    @Test func wideCharactersTakeTwoColumns() {
        #expect(Printable.columns("買い物") == 6)
        #expect(Printable.columns("Käufe") == 5)
        var table = TextTable()
        table.add("買い物", "x")
        table.add("Käufe", "x")
        #expect(table.text(Style()) == "買い物  x\nKäufe   x\n")
    }

    @Test func noLineEndsInBlanks() {
        var table = TextTable()
        table.add("a", "")
        table.add("aaa", "b")
        #expect(table.text(Style(), indent: 2) == "  a\n  aaa  b\n")
    }

    @Test func looksDoNotCountAsWidth() {
        var table = TextTable()
        table.add(.init("a", .bad), "x")
        table.add(.init("aaa", .good), "x")
        #expect(
            table.text(Style(color: true))
                == "\u{1b}[31ma\u{1b}[0m    x\n\u{1b}[32maaa\u{1b}[0m  x\n")
    }

    @Test func markedTextHangs() {
        #expect(
            Paragraph.marked("!", .doubtful, "one two three four five six", Style(width: 22))
                == "! one two three four\n  five six\n")
    }
}
