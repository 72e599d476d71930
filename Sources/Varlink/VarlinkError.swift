/// An error that a service answers a call with, as it goes over the socket.
package struct VarlinkError: Error, Hashable, Sendable {
    /// The error's qualified name, `org.varlink.service.InvalidParameter`.
    package let name: String
    /// The error's parameters; empty ones are left out on the socket.
    package let parameters: JSONObject

    package init(_ name: String, _ parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }

    package init(_ name: String, encoding parameters: some Encodable) throws {
        self.init(name, try JSON(encoding: parameters).objectValue ?? [:])
    }
}

/// The errors of `org.varlink.service`, which every service knows.
extension VarlinkError {
    /// One that is unknown, missing, of another type or out of range.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The place where strict decoding failed.
    package static func invalidParameter(_ error: DecodingError) -> VarlinkError {
        invalidParameter(error.place)
    }

    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// `method` is qualified.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The method exists but not in the way it was called.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// The method answers only calls that set `more`.
    package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")

    package static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")
}

extension VarlinkError: CustomStringConvertible {
    package var description: String { parameters.isEmpty ? name : "\(name) \(parameters)" }
}
