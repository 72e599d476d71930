import SeededRandom
import Testing

@testable import RuleEditing

/// The contents of one desktop file.
@Suite struct DesktopEntryTextTests {
    private func entry(_ lines: String) throws -> DesktopEntryText {
        try #require(DesktopEntryText("[Desktop Entry]\nType=Application\n" + lines))
    }

    private func name(_ lines: String, _ locale: String? = nil) throws -> String? {
        try entry(lines).line("Name", in: DesktopEntryLocales(locale))
    }

    private static let translated = """
        Name=Files
        Name[de]=Dateien
        Name[de_AT]=Dateien (AT)
        Name[sr]=Датотеке
        Name[sr@latin]=Datoteke
        Name[zh_CN]=文件
        Name[zh_TW]=檔案
        Name[pt_BR]=Arquivos
        Name[fr]=
        Name[ca@valencia]=Fitxers
        """

    @Test(arguments: [
        (nil, "Files"), ("", "Files"), ("C", "Files"), ("POSIX", "Files"), ("C.UTF-8", "Files"),
        ("en_GB.UTF-8", "Files"), ("de", "Dateien"), ("de_DE", "Dateien"),
        ("de_DE.UTF-8@euro", "Dateien"), ("de-DE", "Dateien"), ("DE-de", "Dateien"),
        ("de_AT.UTF-8", "Dateien (AT)"), ("de-AT", "Dateien (AT)"), ("sr_RS", "Датотеке"),
        ("sr_RS@latin", "Datoteke"), ("sr-Latn-RS", "Datoteke"), ("sr-Cyrl", "Датотеке"),
        ("zh-Hans", "文件"), ("zh-Hant", "檔案"), ("zh-Hant-TW", "檔案"), ("zh_CN.GB18030", "文件"),
        ("pt", "Files"), ("pt-BR", "Arquivos"), ("fr_FR", "Files"), ("ca_ES@valencia", "Fitxers"),
        ("ca", "Files"), ("../../etc", "Files"), ("de_DE\n", "Dateien"), ("_", "Files"),
        ("@", "Files"), (".", "Files"), ("de]", "Files"),
    ])
    func theNameInTheirLanguage(locale: String?, expected: String) throws {
        #expect(try name(Self.translated, locale) == expected)
    }

    @Test func localesFromTheBestToTheLast() {
        #expect(
            DesktopEntryLocales("de_DE.UTF-8@euro").names
                == ["de_DE@euro", "de_DE", "de@euro", "de"])
        #expect(DesktopEntryLocales("de").names == ["de"])
        #expect(DesktopEntryLocales("es-419").names == ["es_419", "es"])
        #expect(DesktopEntryLocales(nil).names == [])
    }

    @Test(arguments: [
        ("Name=a\\sb", "a b"), ("Name=a\\\\b", "a\\b"), ("Name=a\\nb", "a b"),
        ("Name=a\\tb", "a b"),
        ("Name=\\s\\sa\\s", "a"), ("Name=a\\xb", "a\\xb"), ("Name=a\\", "a\\"),
        ("Name = spaced ", "spaced"), ("Name=a=b", "a=b"), ("Name=#no comment", "#no comment"),
        ("Name=[x]", "[x]"), ("#Name=no\nName=yes", "yes"), ("Name=one\nName=two", "one"),
        ("Name=a\u{1}\u{7f}b", "a b"), ("Name=a\u{202E}b", "a b"), ("Name=é🎁", "é🎁"),
        ("Name=\u{301}x", "\u{301}x"), ("Name=a\r", "a"), ("Name=<b>&\"'", "<b>&\"'"),
        ("\n\n  \nName=x\n", "x"), ("Name\nName=x", "x"), ("=y\nName=x", "x"),
        ("Name=x\n[Desktop Action New]\nName=y", "x"),
        ("[Other]\nName=no\n[Desktop Entry]\nName=neither", nil), ("Name=\\s", nil), ("", nil),
        ("name=x", nil),
    ])
    func lines(written: String, read: String?) throws {
        #expect(try name(written) == read)
    }

    @Test func longLinesAreCut() throws {
        #expect(try name("Name=" + String(repeating: "x", count: 200))?.count == 200)
        let long = try #require(try name("Name=" + String(repeating: "ä", count: 10_000)))
        #expect(long.count == 200 && long.hasSuffix("…"))
    }

    @Test(arguments: [
        ("a;b;", ["a", "b"]), ("a;b", ["a", "b"]), ("a\\;b;c", ["a;b", "c"]), (";;a;;", ["a"]),
        ("", []), ("a\\sb;", ["a b"]), ("a\\\\;b", ["a\\", "b"]), ("a ; b", ["a ", " b"]),
        ("a;\u{301}b", ["a", "\u{301}b"]),
    ])
    func lists(written: String, read: [String]) throws {
        #expect(try entry("Categories=\(written)").list("Categories") == read)
    }

    @Test func aListThatIsNotThereIsEmpty() throws {
        #expect(try entry("Name=x").list("Categories") == [])
    }

    @Test func truthValues() throws {
        let entry = try entry("A=true\nB=false\nC=1\nD=TRUE\nE=\nF=yes")
        #expect(["A", "B", "C", "D", "E", "F", "G"].filter(entry.isTrue) == ["A", "C"])
    }

    @Test func otherGroupsBeforeItAreNoHindrance() throws {
        let text = "# comment\n[Other]\nName=no\n\n  \n[Desktop Entry] \nType=Application\nName=x\n"
        let entry = try #require(DesktopEntryText(text))
        #expect(entry.line("Name", in: DesktopEntryLocales(nil)) == "x" && entry.isShown(on: []))
        #expect(DesktopEntryText("[desktop entry]\nName=x") == nil)
        #expect(DesktopEntryText(" [Desktop Entry]\nName=x") == nil)
    }

    /// Any text is an entry or none.
    @Test func textsOfAnyKind() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        let pieces = [
            "[Desktop Entry]", "\n", "Name", "=", "[de]", "Type=Application", "\\", ";", "s", "é",
            "\u{301}", "\r", "#", "[", "]", " ", "true", "Hidden", "OnlyShowIn", "\u{202E}", "🎁",
        ]
        for round in 0..<5000 {
            var text = next(2) == 0 ? "[Desktop Entry]\n" : ""
            for _ in 0..<next(30) { text += pieces[next(pieces.count)] }
            guard let entry = DesktopEntryText(text) else { continue }
            let name = entry.line("Name", in: DesktopEntryLocales("de"))
            let isOneLine = name.map { !$0.isEmpty && !$0.contains { $0.isNewline } } ?? true
            #expect(isOneLine, "round \(round) of seed \(seed)")
            #expect(entry.list("OnlyShowIn").allSatisfy { !$0.isEmpty })
            _ = entry.isShown(on: ["KDE"])
        }
    }
}
