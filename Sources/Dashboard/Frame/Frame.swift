import API

/// A notice at the top of a page.
struct Notice {
    /// `info`, `warning` or `error`.
    let level: String
    let text: String
    /// The faults, one per line.
    var faults: [RuleFaults.Fault] = []
    /// The path of the link, below the base; nil if there is no link.
    var path: String?
    var label: String?
    /// True if the notice answers a form that was just sent.
    var isAnswer = false
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

    /// The pages in the navigation.
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

    /// The confirmation of the last form: `?done=KEY` names a text of the page's section. Only
    /// texts of the catalogue can be shown this way, whoever made the link.
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
