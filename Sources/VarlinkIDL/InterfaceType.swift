/// A type of the interface description language.
package indirect enum InterfaceType: Hashable, Sendable {
    case bool
    /// A signed integer of 64 bits.
    case int
    case float
    case string
    /// Any JSON object.
    case object
    /// Any JSON value.
    case any
    /// A type declared in the same interface.
    case named(String)
    case structure([Field])
    case enumeration([EnumerationValue])
    case array(InterfaceType)
    /// `[string]T`: an object whose members all are `T`.
    case map(InterfaceType)
    /// `?T`: may be null or absent.
    case nullable(InterfaceType)

    /// A field of a struct.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let type: InterfaceType
        /// The comment lines above it, without their `#`.
        package let comment: String
        package let position: SourcePosition
    }

    /// A value of an enum; a string on the socket.
    package struct EnumerationValue: Hashable, Sendable {
        package let name: String
        /// The comment lines above it, without their `#`.
        package let comment: String
        package let position: SourcePosition
    }
}
