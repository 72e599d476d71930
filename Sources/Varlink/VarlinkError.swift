/// An error with which a service answers a call, in the form of the socket.
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
    /// A parameter that is unknown, missing, of another type or out of range.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The parameter at which strict decoding failed.
    package static func invalidParameter(_ error: DecodingError) -> VarlinkError {
        invalidParameter(error.place)
    }

    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The service has no such method; `method` is qualified.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The method exists, but cannot be called in this way.
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
