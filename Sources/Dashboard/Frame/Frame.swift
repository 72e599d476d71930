import API

/// Something to be known before the rest of a page.
struct Notice {
    /// `info`, `warning` or `error`.
    let level: String
    let text: String
    /// Its faults, one a line.
    var faults: [RuleFaults.Fault] = []
    /// Where it leads, below the base; nil where nowhere.
    var path: String?
    var label: String?
    /// True if the notice answers a form that was just sent.
    var isAnswer = false
    /// Whether the page begins here.
    var hasFocus = false
}

struct Frame {
    let values: [String: Any]

    init(_ environment: PageEnvironment, title: String, banner: Notice?) {
        let request = environment.request
        let texts = environment.texts
        var values: [String: Any] = [
            "lang": texts.language,
            "theme": Preferences.read(environment.surroundings).theme.rawValue,
            "title": title,
            "base": request.base,
            "csrf": Self.csrf(request.csrf),
            "t": texts.sections,
            "nav": Self.sections.map { section in
                Link(
                    href: section.path.isEmpty
                        ? request.base + "/" : "\(request.base)/\(section.path)",
                    label: texts("frame.\(section.text)"),
                    current: (request.path.first ?? "") == section.path)
            },
        ]
        if let toast = Self.toast(environment) { values["toast"] = toast }
        if let banner { values["banner"] = banner }
        self.values = values
    }

    /// The pages that lead everywhere else.
    static let sections: [(path: String, text: String)] = [
        ("", "home"), ("metrics", "metrics"), ("quiet-hours", "quietHours"),
        ("places", "places"), ("pause", "pause"), ("goals", "goals"), ("rules", "rules"),
        ("record", "record"), ("settings", "settings"),
    ]

    struct Link {
        let href: String
        let label: String
        var current = false
    }

    static func csrf(_ token: String) -> String {
        #"<input type="hidden" name="csrf" value="\#(HTML.escaped(token))">"#
    }

    /// The deed of the form before: `?done=KEY` names a text of the page's room. Only a text
    /// of the catalogue can be said so, whoever made the link.
    private static func toast(_ environment: PageEnvironment) -> String? {
        guard let key = environment.request.query["done"] else { return nil }
        let section = (environment.request.path.first ?? "home").camelCased
        return environment.texts.text("\(section).\(key)")
    }
}

extension String {
    /// `quietHours` of `quiet-hours`: the catalogue's name of a page.
    fileprivate var camelCased: String {
        let parts = split(separator: "-")
        return parts.prefix(1).joined() + parts.dropFirst().map(\.capitalized).joined()
    }
}
