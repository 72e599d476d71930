import Engine
import RuleModel
import Testing

@testable import RuleFiles

/// The domains of a text read as a list, sorted; those of subdomains alone with `*.`.
func domains(_ text: String) -> [String] {
    var parser = ListParser(Array(text.utf8))
    parser.read()
    let list = parser.builder.list(digest: "")
    return list.map { ($0.isSubdomainsOnly ? "*." : "") + $0.name }.sorted()
}

/// The diagnostics of a text, as `LINE:COLUMN: message`, with the summary at the end.
func problems(_ text: String) -> [String] {
    var parser = ListParser(Array(text.utf8))
    parser.read()
    return parser.problems.diagnostics(path: "list.txt").map {
        $0.line == 0 ? $0.message : "\($0.line):\($0.column): \($0.message)"
    }
}

@Suite struct ListFormatTests {
    @Test func aHostsFile() {
        let text = """
            # Title: a hosts file
            127.0.0.1 localhost localhost.localdomain
            127.0.0.1\tlocal
            255.255.255.255 broadcasthost
            ::1 localhost ip6-localhost ip6-loopback
            fe80::1%lo0 localhost
            ff02::1 ip6-allnodes
            0.0.0.0 0.0.0.0

            0.0.0.0 ads.example.com
            127.0.0.1   one.example two.example  # and a comment
            :: three.example
            ::1\tfour.example #five.example
            0 six.example
            """
        #expect(problems(text) == [])
        #expect(
            domains(text) == [
                "ads.example.com", "four.example", "one.example", "six.example", "three.example",
                "two.example",
            ])
    }

    @Test func domainsOneALine() {
        let text = """
            example.com
              www.example.org  \n
            Shop.EXAMPLE.net.
            .below.example
            *.wild.example # a comment
            ad_server.example
            -odd-.example
            10.1.2.3
            """
        #expect(problems(text) == [])
        #expect(
            domains(text) == [
                "*.wild.example", "-odd-.example", "10.1.2.3", "ad_server.example",
                "below.example", "example.com", "shop.example.net", "www.example.org",
            ])
    }

    @Test func filters() {
        let text = """
            [Adblock Plus 2.0]
            ! Title: filters
            ||example.com^
            ||*.example.org^
            ||Shop.example.net^$all
            ||doc.example^$document,important
            ||zip^
            """
        #expect(problems(text) == [])
        #expect(
            domains(text) == [
                "*.example.org", "doc.example", "example.com", "shop.example.net", "zip",
            ])
    }

    @Test func allOfThemInOneFile() {
        let text = "\u{FEFF}a.com\r\n||b.com^\r\n0.0.0.0 c.com\r\n! no\r\n# no\r\n\r\n*.d.com"
        #expect(problems(text) == [] && domains(text) == ["*.d.com", "a.com", "b.com", "c.com"])
    }

    @Test func lettersOfAnyLanguage() {
        let text = """
            bücher.example
            BÜCHER.example
            0.0.0.0 пример.example
            ||例え.example^
            *.straße.example
            """
        #expect(problems(text) == [])
        #expect(
            domains(text) == [
                "*.xn--strae-oqa.example", "xn--bcher-kva.example", "xn--e1afmkfd.example",
                "xn--r8jz45g.example",
            ])
    }

    /// A name that is cut off must not block everything that ends in the rest of it.
    @Test func namesWithoutADot() {
        #expect(domains("a.com\ncom") == ["a.com"])
        #expect(
            problems("a.com\ncom") == [
                "2:1: this name has no dot; to block all sites that end in \".com\", write ||com^"
            ])
        #expect(domains("a.com\nlocalhost\n0.0.0.0 printer") == ["a.com"])
        #expect(problems("a.com\nlocalhost\n0.0.0.0 printer") == [])
        #expect(domains("*.com") == [])
    }

    @Test func filtersThatAreNotAboutAWholeSite() {
        let text = """
            ||a.com^$third-party
            ||b.com^$document,script
            @@||c.com^
            ||d.com
            ||e.com/ads^
            ||f.com^path
            |https://g.com^
            /banner/*
            h.com##.ad
            i.com#@#.ad
            ||j.com^$
            &ad=
            """
        #expect(domains(text) == [])
        #expect(
            problems(text) == [
                "1:10: this filter is ignored: with the option \"third-party\", it does not always "
                    + "block the whole site",
                "2:19: this filter is ignored: with the option \"script\", it does not always "
                    + "block the whole site",
                "3:1: exceptions (\"@@\") are ignored; sites from other lines stay in the list",
                "4:8: the filter needs \"^\" after the name; without \"^\", it would also match "
                    + "longer names",
                "5:8: this is a URL; a list can contain only host names, without "
                    + "\"https://\", port or path",
                "6:9: this filter is ignored, because it would block only part of a site",
                "7:1: this filter is ignored, because it would block only part of a site",
                "8:1: this is a URL; a list can contain only host names, without "
                    + "\"https://\", port or path",
                "11:10: this filter is ignored: with the option \"\", it does not always block the "
                    + "whole site",
                "total of ignored lines in this list: 2 unreadable lines, 3 filters with options, "
                    + "1 exception, 6 filters for parts of sites",
            ])
    }

    @Test func linesThatAreNone() {
        let text = """
            https://a.com/
            b.com:8080
            a .com
            192.168.1.5 nas.example
            c..com
            ads*.d.com
            e.com,f.com
            """
        #expect(domains(text) == [])
        #expect(
            problems(text) == [
                "1:6: this is a URL; a list can contain only host names, without "
                    + "\"https://\", port or path",
                "2:6: this is a URL; a list can contain only host names, without "
                    + "\"https://\", port or path",
                "3:3: expected one host name, or an IP address followed by host names",
                "4:1: this line is ignored, because its address is not 0.0.0.0, 127.0.0.1, :: or "
                    + "::1",
                "total of ignored lines in this list: 6 unreadable lines, 1 line with other "
                    + "addresses",
            ])
        #expect(problems("c..com") == ["1:3: a part between two dots is empty"])
        #expect(
            problems("ads*.d.com") == [
                "1:4: \"*.\" is allowed only at the beginning of a name"
            ])
        #expect(problems("e.com,f.com") == ["1:6: \",\" is not allowed in a host name"])
        #expect(problems("\u{1}.com") == ["1:1: this character is not allowed in a host name"])
    }

    @Test func namesThatAreTooLong() {
        let label = String(repeating: "a", count: 64)
        #expect(
            problems("x.\(label).com") == [
                "1:66: a part between two dots is longer than 63 characters"
            ])
        let name = Array(repeating: "abcdefgh", count: 29).joined(separator: ".")
        #expect(name.utf8.count == 260)
        #expect(
            problems(name) == ["1:254: the name is longer than 253 characters"])
        #expect(domains(String(name.dropFirst(7))) == [String(name.dropFirst(7))])
        #expect(domains("*." + String(name.dropFirst(7))).count == 1)
        let line = String(repeating: "a", count: ListParser.longestLine + 1)
        #expect(problems("b.com\n" + line) == ["2:1: the line is too long"])
        let hosts = "0.0.0.0" + String(repeating: " a.com", count: 10_000)
        #expect(domains(hosts) == ["a.com"])
    }

    @Test func columnsCountCharacters() {
        #expect(
            problems("  ö.com/") == [
                "1:3: \"ö.com/\" is an address; write only its host name, without \"https://\", "
                    + "port or path"
            ])
        #expect(
            problems("0.0.0.0 é.com b?.com") == [
                "1:16: this filter is ignored, because it would block only part of a site"
            ])
    }

    @Test func bytesThatAreNoText() {
        var parser = ListParser(Array("a.com\n".utf8) + [0x62, 0xff, 0x2e, 0x63, 0x0a, 0x00, 0x0a])
        parser.read()
        #expect(parser.builder.count == 1)
        let told = parser.problems.diagnostics(path: "x").map { "\($0.line): \($0.message)" }
        #expect(
            told == [
                "2: this is not UTF-8 text",
                "3: this character is not allowed in a host name",
            ])
    }

    /// The first of each kind, and how many there are in all.
    @Test func manyOfAKind() throws {
        let text = (0..<500).map { "||a\($0).com^$popup\nb\($0)/" }.joined(separator: "\n")
        let told = problems(text)
        #expect(told.count == 7)
        #expect(
            told.last == "total of ignored lines in this list: 500 unreadable lines, 500 filters "
                + "with options")
    }

    @Test func theExcerpt() throws {
        var parser = ListParser(Array("a.com\nb.com\thttps://c.com".utf8))
        parser.read()
        let told = try #require(parser.problems.diagnostics(path: "lists/x.txt").first)
        #expect(
            told.rendered(color: false) == """
                lists/x.txt:2:7: warning: expected one host name, or an IP address followed by \
                host names
                b.com https://c.com
                      ^
                """)
    }
}
