import Mustache

/// The pages' templates, read once.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// Reads what the program carries. Fails only where a template is damaged.
    init() throws {
        var library = MustacheLibrary()
        for (name, bytes) in PageFiles.templates {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// A page in its frame.
    func render(_ template: String, _ frame: Frame, _ page: Any) -> String {
        let values: [String: Any] = frame.values.merging(["page": page]) { $1 }
        guard let html = library.render(values, withTemplate: template) else {
            preconditionFailure("there is no template \(template)")
        }
        return html
    }
}
