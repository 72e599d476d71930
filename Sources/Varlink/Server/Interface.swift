import VarlinkIDL

/// A handler of one method. It runs on the server's event loop and must not block.
///
/// It answers through the call, at once or later from the same loop. A thrown `VarlinkError` is the
/// answer; a `DecodingError` is answered with `InvalidParameter`; any other error closes the
/// connection and is reported to the server's observer.
package typealias MethodHandler = @Sendable (Call) throws -> Void

/// A method: its handler, and if it needs `more`.
package struct Method: Sendable {
    let handler: MethodHandler
    let needsMore: Bool
}

extension Method {
    /// A method with one answer; it may send several replies if `call.more` is set.
    package init(_ handler: @escaping MethodHandler) {
        self.init(handler: handler, needsMore: false)
    }

    /// A method with many answers; calls without `more` get `ExpectedMore`.
    package static func streaming(_ handler: @escaping MethodHandler) -> Method {
        Method(handler: handler, needsMore: true)
    }
}

/// An interface of a service: its description and the handlers of its methods.
package struct Interface: Sendable {
    /// The description, served verbatim.
    package let description: InterfaceDescription
    let methods: [String: Method]

    /// An interface with a handler for every declared method, by unqualified name, and no other.
    package init(_ description: InterfaceDescription, methods: [String: Method])
        throws(InterfaceMismatch)
    {
        let declared = Set(description.methods.map(\.name))
        let missing = declared.subtracting(methods.keys).sorted()
        let undeclared = Set(methods.keys).subtracting(declared).sorted()
        guard missing.isEmpty, undeclared.isEmpty else {
            throw InterfaceMismatch(
                interface: description.name, missing: missing, undeclared: undeclared)
        }
        self.description = description
        self.methods = methods
    }
}

/// An error for handlers that do not match the description.
package struct InterfaceMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    package let interface: String
    package let missing: [String]
    package let undeclared: [String]

    package var description: String {
        "\(interface): no handler for \(missing), no declaration of \(undeclared)"
    }
}
