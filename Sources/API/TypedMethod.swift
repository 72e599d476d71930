import Varlink

/// One of Soteria's interfaces: a namespace whose types are generated from its `.varlink` file.
package protocol VarlinkInterface: Sendable {
    /// The interface's name on the socket, `org.soteria.protection`.
    static var interface: String { get }
    /// The interface file, byte for byte.
    static var description: String { get }
    /// Every error that the interface declares.
    static var errors: [any TypedError.Type] { get }
}

/// A method of one of Soteria's interfaces, with the types of its parameters and replies.
package protocol TypedMethod: Sendable {
    /// The interface that declares the method.
    associatedtype Interface: VarlinkInterface
    /// The parameters of a call.
    associatedtype Parameters: Codable & Hashable & Sendable
    /// The parameters of a reply; a method that needs `more` sends several.
    associatedtype Reply: Codable & Hashable & Sendable
    /// The method's qualified name, `org.soteria.protection.List`.
    static var method: String { get }

    /// Decodes the parameters of a call; throws `InvalidParameter` with the name of the first that
    /// is unknown, missing or of another type.
    static func read(_ call: Call) throws(VarlinkError) -> Parameters
}

extension TypedMethod {
    /// Decodes the parameters by their `Decodable` conformance.
    package static func read(_ call: Call) throws(VarlinkError) -> Parameters {
        try call.decode()
    }
}

/// The parameters of a method without parameters.
package struct NoMembers: Codable, Hashable, Sendable {
    package init() {}
}

/// An error that one of Soteria's interfaces declares.
package protocol TypedError: Error, Codable, Hashable, Sendable {
    /// The interface that declares the error.
    associatedtype Interface: VarlinkInterface
    /// The error's qualified name, `org.soteria.protection.NoSuchTarget`.
    static var name: String { get }
}

extension TypedError {
    /// Creates the error from a received one; nil if that is another error, or has other members.
    package init?(_ error: VarlinkError) {
        guard error.name == Self.name,
            let decoded = try? JSON.object(error.parameters).decode(as: Self.self)
        else { return nil }
        self = decoded
    }

    package var varlinkError: VarlinkError {
        // Strings, integers and arrays of such structs always encode.
        (try? VarlinkError(Self.name, encoding: self)) ?? VarlinkError(Self.name)
    }
}

extension TypedMethod where Parameters == NoMembers {
    /// Throws `InvalidParameter` if there are any parameters.
    package static func read(_ call: Call) throws(VarlinkError) -> NoMembers {
        try call.noParameters()
        return NoMembers()
    }
}

extension ProtectionAPI.Check {
    /// Decodes the common form of a check directly: enforcers check the site of every page.
    package static func read(_ call: Call) throws(VarlinkError) -> Parameters {
        if call.parameters.count == 1, let site = call.parameters["site"]?.stringValue {
            return Parameters(site: site)
        }
        return try call.decode()
    }
}
