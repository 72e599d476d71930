import Mustache

/// The pages' templates, read once.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// Reads the embedded templates. Fails only if one is damaged.
    init() throws {
        MustacheContentTypes.register(Page(), named: Page.name)
        var library = MustacheLibrary()
        for (name, bytes) in PageFiles.templates {
            // A template does not take over the content type of the one that it is drawn into.
            let text = "{{% CONTENT_TYPE:\(Page.name)}}" + String(decoding: bytes, as: UTF8.self)
            try library.register(text, named: name)
        }
        self.library = library
    }

    func render(_ template: String, _ frame: Frame, _ page: Any) -> String {
        let values: [String: Any] = frame.values.merging(["page": page]) { $1 }
        guard let html = library.render(values, withTemplate: template) else {
            preconditionFailure("there is no template \(template)")
        }
        return html
    }

    /// Escapes text in templates byte by byte. Mustache's own HTML type escapes character by
    /// character, and misses a quotation mark with a combining mark, which is another character.
    private struct Page: MustacheContentType {
        static let name = "PAGE"

        func escapeText(_ text: String) -> String { HTML.escaped(text) }
    }
}
