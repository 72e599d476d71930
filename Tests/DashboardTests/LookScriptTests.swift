import Testing

@testable import Dashboard

/// The contract between the pages and their script.
@Suite struct LookScriptTests {
    private let script: String
    private let templates: [String: String]

    init() throws {
        script = try Sources.text("Look/page.js")
        templates = try Sources.templates()
    }

    /// The attributes of ours that a template carries: `data-live`.
    static func attributes(in template: String) -> Set<String> {
        Set(template.matches(of: /[\s}](data-[a-z-]+)/).map { String($0.1) })
    }

    /// The attributes of ours that a script reads, by selector or as a property of `dataset`.
    static func read(by script: String) -> Set<String> {
        let selected = script.matches(of: /\[(data-[a-z-]+)\]/).map { String($0.1) }
        let properties = script.matches(of: /dataset\.([a-zA-Z]+)/).map { "data-\($0.1)" }
        return Set(selected + properties)
    }

    @Test func everyAttributeOfATemplateIsReadBySomebody() {
        let known = Self.read(by: script).union(["data-theme"])
        for (path, template) in templates {
            #expect(Self.attributes(in: template).subtracting(known) == [], "\(path)")
        }
        #expect(
            Self.attributes(in: #"<p data-live{{#a}} data-odd="1"{{/a}}>"#) == [
                "data-live", "data-odd",
            ])
        #expect(Self.read(by: "a('[data-x]') + b.dataset.done") == ["data-x", "data-done"])
    }

    /// Without an id the script could not tell which section of the fresh page replaces it.
    @Test func everyLiveSectionHasAnId() {
        for (path, template) in templates {
            for tag in template.matches(of: /<[a-z]+[^>]*\sdata-live[^>]*>/) {
                #expect(tag.0.contains(/\sid="[^"]+"/), "\(path): \(tag.0)")
            }
        }
    }

    /// A form that answers with its page again must not let its section be replaced meanwhile;
    /// the script sees to that by the attribute that it sets itself.
    @Test func theScriptFindsInTheFrameWhatItFills() throws {
        let frame = try #require(templates["Frame/frame.mustache"])
        for id in script.matches(of: /(?:getElementById|notice)\("([a-z]+)"/) {
            #expect(frame.contains("id=\"\(id.1)\""), "\(id.1)")
        }
        #expect(frame.contains(#"data-base="{{base}}""#))
        #expect(frame.contains(#"id="gone" hidden"#) && frame.contains(#"id="lost" hidden"#))
    }

    @Test func theScriptTakesNoTextForCodeAndNoOtherOrigin() {
        #expect(script.contains("\"use strict\";"))
        for word in [
            "innerHTML", "outerHTML", "eval", "Function(", "http:", "https:", ".style",
            "document.write",
        ] {
            #expect(!script.contains(word), "\(word)")
        }
    }

    /// The classes that the script sets are ones that are styled.
    @Test func theScriptSetsStyledClassesOnly() throws {
        let styled = Set(try StyleSheet.ours().rules.flatMap { $0.classes })
        let set = script.matches(of: /(?:className = |classList\.[a-z]+\()"([a-z-]+)"/).map {
            String($0.1)
        }
        #expect(Set(set) == ["toast", "is-still", "is-loading"])
        #expect(Set(set).isSubset(of: styled))
    }
}
