import Varlink
import VarlinkIDL

/// Any text as the description of an interface: read, looked over, printed and read again.
enum InterfaceTarget {
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        func isPlace(_ position: SourcePosition) -> Bool {
            (1...lines.count).contains(position.line)
                && (1...lines[position.line - 1].count + 1).contains(position.column)
        }
        let interface: InterfaceDescription
        do throws(InterfaceSyntaxError) {
            interface = try InterfaceDescription(text)
        } catch {
            promise(isPlace(error.position), "an error stands in its text: \(error)")
            promise(!error.reason.isEmpty, "an error has words")
            return
        }
        promise(interface.text.utf8.elementsEqual(text.utf8), "a description is kept as given")
        for finding in interface.portabilityFindings {
            promise(isPlace(finding.position), "a finding stands in its text: \(finding)")
        }
        for name in interface.undocumented { promise(!name.isEmpty, "what lacks words has a name") }
        let printed = Self.text(of: interface)
        guard let again = try? InterfaceDescription(printed) else {
            return promise(false, "what was read can be printed and read: \(printed)")
        }
        promise(Self.text(of: again) == printed, "it is read as the same")
        checkConformance(interface)
    }

    private static func text(of interface: InterfaceDescription) -> String {
        var text = "interface \(interface.name)\n"
        for type in interface.types { text += "type \(type.name) \(Self.text(of: type.type))\n" }
        for method in interface.methods {
            text += "method \(method.name)\(Self.text(of: method.parameters))"
            text += " -> \(Self.text(of: method.reply))\n"
        }
        for error in interface.errors {
            text += "error \(error.name) \(Self.text(of: error.type))\n"
        }
        return text
    }

    private static func text(of type: InterfaceType) -> String {
        switch type {
        case .bool, .int, .float, .string, .object, .any, .named: return type.kind
        case .array(let element): return "[]" + text(of: element)
        case .map(let element): return "[string]" + text(of: element)
        case .nullable(let inner): return "?" + text(of: inner)
        case .enumeration(let values):
            return "(" + values.map(\.name).joined(separator: ", ") + ")"
        case .structure(let fields):
            let fields = fields.map { "\($0.name): \(text(of: $0.type))" }
            return "(" + fields.joined(separator: ", ") + ")"
        }
    }

    /// A reply that is made by a description holds against it.
    private static func checkConformance(_ interface: InterfaceDescription) {
        for method in interface.methods {
            var budget = 1_000
            guard let reply = value(of: method.reply, interface, depth: 8, &budget) else {
                continue
            }
            let found = interface.violations(reply: reply, of: method.name)
            promise(found.isEmpty, "a reply by the book holds: \(found)")
            let none = interface.violations(reply: .null, of: method.name)
            promise(!none.isEmpty, "null is no reply")
        }
    }

    /// A value of the type; nil where only a deeper one would do, or one of more parts: types of
    /// many fields that name each other have values that no memory holds.
    private static func value(
        of type: InterfaceType, _ interface: InterfaceDescription, depth: Int, _ budget: inout Int
    ) -> JSON? {
        budget -= 1
        guard depth > 0, budget > 0 else { return nil }
        switch type {
        case .bool: return true
        case .int: return -1
        case .float: return 0.5
        case .string: return "text"
        case .object: return [:]
        case .any, .nullable: return JSON.null
        case .named(let name):
            guard let declared = interface.types.first(where: { $0.name == name }) else {
                return nil
            }
            return value(of: declared.type, interface, depth: depth - 1, &budget)
        case .enumeration(let values): return values.last.map { .string($0.name) }
        case .array(let element):
            return value(of: element, interface, depth: depth - 1, &budget).map { .array([$0]) }
        case .map(let element):
            return value(of: element, interface, depth: depth - 1, &budget).map { ["key": $0] }
        case .structure(let fields):
            var members = JSONObject()
            for field in fields {
                guard let value = value(of: field.type, interface, depth: depth - 1, &budget) else {
                    return nil
                }
                members[field.name] = value
            }
            return .object(members)
        }
    }
}
