import Testing

@testable import Dashboard

/// Rules for every template, so that pages can be sent with the strictest content security policy.
@Suite struct LookTemplatesTests {
    /// Parts of a template that a browser would refuse, or should.
    static func faults(of template: String) -> [String] {
        var found: [String] = []
        if template.contains(/\sstyle\s*=/) { found.append("style=") }
        if template.contains(/<style/) { found.append("<style>") }
        if template.contains(/<[a-z][^>]*\son[a-z]+\s*=/) { found.append("on…=") }
        if template.contains(/<script(?![^>]*\ssrc=)/) { found.append("a script in the page") }
        if template.contains(/javascript:/.ignoresCase()) { found.append("javascript:") }
        // Browsers then send forms with the origin "null", which nobody is let in with.
        if template.contains(/content="no-referrer"/) { found.append("no-referrer") }
        if template.contains(/(src|href|action)="(https?:)?\/\//) { found.append("elsewhere") }
        for form in template.matches(of: /<form([^>]*)>\s*(.{0,12})/) {
            switch form.1.firstMatch(of: /method="([a-z]*)"/)?.1 {
            case "post" where !form.2.hasPrefix("{{{csrf}}}"):
                found.append("a form without its token first")
            case "post": continue
            // A form that only reads offers nothing that another site could misuse.
            case "get": if form.2.hasPrefix("{{{csrf}}}") { found.append("a token in an address") }
            default: found.append("a form without a method")
            }
        }
        return found
    }

    /// The classes that a template names outright; those that are filled in are not seen.
    static func classes(in template: String) -> Set<String> {
        Set(
            template.matches(of: /\sclass="([^"]*)"/).flatMap { match in
                match.1.replacing(/\{\{[#^\/][^}]*\}\}/, with: " ")
                    .split(separator: " ").map(String.init).filter { !$0.contains("{") }
            })
    }

    @Test func holdNothingThatThePolicyForbids() throws {
        let templates = try Sources.templates()
        #expect(templates.count >= 3)
        for (path, template) in templates {
            #expect(Self.faults(of: template) == [], "\(path)")
        }
    }

    @Test(arguments: [
        (#"<p style="color: red">"#, "style="), ("<style>p {}</style>", "<style>"),
        (#"<button type="button" onclick="go()">"#, "on…="),
        ("<script>go()</script>", "a script in the page"),
        (#"<a href="JavaScript:go()">"#, "javascript:"),
        (#"<img src="//example.org/a.png">"#, "elsewhere"),
        (#"<meta name="referrer" content="no-referrer">"#, "no-referrer"),
        (#"<form action="{{base}}/goals">"#, "a form without a method"),
        (#"<form method="get">{{{csrf}}}"#, "a token in an address"),
        (#"<form method="post"><input name="a">"#, "a form without its token first"),
    ])
    func faultsAreFound(template: String, fault: String) {
        #expect(Self.faults(of: template).contains(fault))
    }

    @Test func whatIsAllowedIsNoFault() {
        let template = """
            <script src="{{base}}/page.js" defer></script>
            <form method="post" action="{{base}}/goals">
            {{{csrf}}}
            <a href="{{base}}/metrics">{{t.metrics.title}}</a>
            """
        #expect(Self.faults(of: template) == [])
    }

    @Test func everyClassIsOneOfTheStyleSheet() throws {
        let styled = Set(try StyleSheet.ours().rules.flatMap { $0.classes })
        for (path, template) in try Sources.templates() {
            #expect(Self.classes(in: template).subtracting(styled) == [], "\(path)")
        }
        let sample = #"<p class="card{{#a}} is-odd{{/a}} toast-{{kind}}"><a class="">"#
        #expect(Self.classes(in: sample) == ["card", "is-odd"])
    }

    /// Every text that a template reads is in the catalogue.
    @Test func everyTextIsThere() throws {
        let texts = try Texts.english()
        for (path, template) in try Sources.templates() {
            let keys = template.matches(of: /\{\{[#^]?t\.([A-Za-z]+\.[A-Za-z]+)\}\}/).map {
                String($0.1)
            }
            #expect(keys.filter { texts.text($0) == nil } == [], "\(path)")
        }
    }
}
