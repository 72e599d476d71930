import Varlink

/// A method of one of Soteria's interfaces, with the types of what it takes and answers.
///
/// The `.varlink` files are the truth; tests hold these types against them, field by field.
package protocol TypedMethod {
    /// What is asked.
    associatedtype Parameters: Codable & Hashable & Sendable
    /// One answer; a method that needs `more` gives several.
    associatedtype Reply: Codable & Hashable & Sendable
    /// The method's qualified name, `org.soteria.protection.List`.
    static var method: String { get }
}

extension TypedMethod {
    /// The method's name within its interface, `List`.
    package static var methodName: String {
        String(
            method[(method.lastIndex(of: ".").map(method.index(after:)) ?? method.startIndex)...])
    }
}

/// The parameters of a method that takes none.
package struct NoMembers: Codable, Hashable, Sendable {
    /// Nothing.
    package init() {}
}

/// An error that one of Soteria's interfaces declares.
package protocol TypedError: Error, Codable, Hashable, Sendable {
    /// The error's qualified name, `org.soteria.protection.NoSuchTarget`.
    static var name: String { get }
}

extension TypedError {
    /// The error read from one off the socket; nil where it is another, or has other members.
    package init?(_ error: VarlinkError) {
        guard error.name == Self.name,
            let decoded = try? JSON.object(error.parameters).decode(as: Self.self)
        else { return nil }
        self = decoded
    }

    /// The error as it goes over the socket; what a handler throws.
    package var varlinkError: VarlinkError {
        // Strings, integers and arrays of such structs always encode.
        (try? VarlinkError(Self.name, encoding: self)) ?? VarlinkError(Self.name)
    }
}
