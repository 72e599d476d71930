import API
import Testing

@testable import Dashboard

/// Nothing that a person or a rule file says becomes markup.
@Suite struct EscapingTests {
    @Test(arguments: [
        ("<b>", "&lt;b&gt;"), ("\"' &", "&quot;&#39; &amp;"), ("é 😀", "é 😀"), ("", ""),
        // A combining mark makes another character of what it follows, not another byte.
        ("\"\u{301} autofocus x=<\u{338}", "&quot;\u{301} autofocus x=&lt;\u{338}"),
    ])
    func everyByteIsEscaped(text: String, expected: String) {
        #expect(Array(HTML.escaped(text).utf8) == Array(expected.utf8))
    }

    @Test(arguments: ["\"\u{301}><script>alert(1)</script>", "<\u{338}img src=x>", "'\u{308}"])
    func templatesEscapeByBytesToo(text: String) throws {
        let site = try Site.forTests()
        let view = ErrorPage.View(
            heading: "", paragraphs: [text], links: [.init(href: text, label: text, current: false)]
        )
        let environment = PageEnvironment(
            request: PageRequest(), texts: site.texts,
            formats: Formats(site.texts, languages: []), templates: site.templates,
            surroundings: site.surroundings)
        guard case .page(_, let html) = environment.show("trouble", title: text, view) else {
            throw SiteTests.Unexpected()
        }
        #expect(!html.utf8.elementsEqual(text.utf8))
        #expect(
            html.utf8.split(separator: UInt8(ascii: "<")).allSatisfy { part in
                !part.starts(with: "script>".utf8) && !part.starts(with: "\u{338}img".utf8)
            })
        #expect(Array(html.utf8).count(of: Array(HTML.escaped(text).utf8)) >= 3)
        #expect(Array(html.utf8).count(of: Array(text.utf8)) == 0)
    }
}

extension [UInt8] {
    /// How often these bytes stand in it.
    fileprivate func count(of bytes: [UInt8]) -> Int {
        indices.count { self[$0...].starts(with: bytes) }
    }
}
