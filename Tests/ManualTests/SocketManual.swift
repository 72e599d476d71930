import Varlink
import VarlinkIDL

@testable import RuleFiles

/// org.soteria(7), made of the interface files and their comments.
enum SocketManual {
    /// The page.
    static func page(_ interfaces: [InterfaceDescription]) -> String {
        var page = Roff()
        page.macro("TH", "ORG.SOTERIA", "7", "", "Soteria", "Soteria's sockets")
        page.macro("nh")
        page.heading("NAME")
        page.paragraph("org.soteria - the Varlink interfaces of Soteria")
        page.heading("SYNOPSIS")
        page.lines([
            "$XDG_RUNTIME_DIR/soteria/org.soteria", "$XDG_RUNTIME_DIR/soteria/dashboard",
            "$XDG_RUNTIME_DIR/varlink/registry/org.soteria.*",
        ])
        description(&page)
        page.heading("INTERFACES")
        for interface in interfaces {
            page.item("`\(interface.name)`", paragraphs(of: interface.comment).first ?? "")
        }
        for interface in interfaces { add(interface, to: &page) }
        page.heading("EXAMPLES")
        page.paragraph("Ask whether a site is blocked:")
        page.example(
            "varlinkctl call $XDG_RUNTIME_DIR/soteria/org.soteria \\\n"
                + "    org.soteria.protection.Check '{\"site\": \"www.example.com\"}'\n")
        page.paragraph("Show the state of every target, then each decision as it is made:")
        page.example(
            "varlinkctl call --more $XDG_RUNTIME_DIR/soteria/org.soteria \\\n"
                + "    org.soteria.protection.Monitor '{}'\n")
        page.heading("SEE ALSO")
        page.paragraph("soteria(1), soteria-watch(1), soteriad(8), https://varlink.org")
        return page.text
    }

    private static func description(_ page: inout Roff) {
        page.heading("DESCRIPTION")
        page.paragraph(
            "soteriad(8) listens on a socket that speaks Varlink. A message is a JSON object "
                + "followed by a NUL byte. A call has a `method`, qualified by the interface, and "
                + "its `parameters`. The reply has `parameters`, or an `error` with `parameters`. "
                + "The calls of a connection are answered in order. Methods that report changes "
                + "require `\"more\": true` in the call; they keep sending replies until the "
                + "client closes the connection.")
        page.paragraph(
            "The socket belongs to one person; processes of other users are refused. If the "
                + "daemon is not running, a call starts the daemon. `org.soteria.dashboard` has "
                + "its own socket, served by soteria-dashboard(8). The service describes itself, "
                + "comments included: `org.varlink.service.GetInterfaceDescription`. In the lists "
                + "below, "
                + "`?` before a type means that the value may be left out, `[]` means a list, and "
                + "`[string]` means an object with values of that type.")
        page.paragraph(
            "Every method can return the errors of `org.varlink.service`: "
                + "`InterfaceNotFound`, `MethodNotFound`, `InvalidParameter`, `ExpectedMore` and "
                + "`PermissionDenied`.")
    }

    private static func add(_ interface: InterfaceDescription, to page: inout Roff) {
        page.heading(interface.name)
        for paragraph in paragraphs(of: interface.comment) { page.paragraph(paragraph) }
        for method in interface.methods {
            page.subheading("method \(method.name)")
            for paragraph in paragraphs(of: method.comment) { page.paragraph(paragraph) }
            add(method.parameters, "Parameters:", to: &page)
            add(method.reply, "Reply:", to: &page)
        }
        for error in interface.errors {
            page.subheading("error \(error.name)")
            for paragraph in paragraphs(of: error.comment) { page.paragraph(paragraph) }
            add(error.type, nil, to: &page)
        }
        for type in interface.types {
            page.subheading("type \(type.name)")
            for paragraph in paragraphs(of: type.comment) { page.paragraph(paragraph) }
            add(type.type, nil, to: &page)
        }
    }

    /// The fields of a struct or the values of an enum.
    private static func add(_ type: InterfaceType, _ heading: String?, to page: inout Roff) {
        switch type {
        case .structure(let fields):
            if let heading, !fields.isEmpty { page.paragraph(heading) }
            for field in fields {
                page.item("`\(field.name)`: \(name(field.type))", joined(field.comment))
            }
        case .enumeration(let values):
            for value in values { page.item("`\(value.name)`", joined(value.comment)) }
        default: page.paragraph(name(type))
        }
    }

    /// A type as descriptions write it.
    private static func name(_ type: InterfaceType) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .structure(let fields):
            "(" + fields.map { "\($0.name): \(name($0.type))" }.joined(separator: ", ") + ")"
        case .enumeration(let values): "(" + values.map(\.name).joined(separator: ", ") + ")"
        case .array(let element): "[]" + name(element)
        case .map(let value): "[string]" + name(value)
        case .nullable(let type): "?" + name(type)
        }
    }

    /// Comments as paragraphs: an empty line parts them.
    private static func paragraphs(of comment: String) -> [String] {
        var paragraphs: [String] = []
        var lines: [String] = []
        let given = comment.split(separator: "\n", omittingEmptySubsequences: false)
        for line in given.map(String.init) + [""] {
            let words = String(line.drop { $0 == " " })
            if !words.isEmpty { lines.append(words) }
            if words.isEmpty, !lines.isEmpty {
                paragraphs.append(lines.joined(separator: " "))
                lines = []
            }
        }
        return paragraphs
    }

    private static func joined(_ comment: String) -> String {
        let words = paragraphs(of: comment).joined(separator: " ")
        return words.isEmpty ? "See above." : words
    }
}
