/// An error that a service answers a call with, as it goes over the socket.
package struct VarlinkError: Error, Hashable, Sendable {
    /// The error's qualified name, `org.varlink.service.InvalidParameter`.
    package let name: String
    /// The error's parameters; empty ones are left out on the socket.
    package let parameters: JSONObject

    /// An error by its qualified name, with the parameters that its interface declares.
    package init(_ name: String, _ parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// An error whose parameters are given as a type; throws what its `encode(to:)` throws.
    package init(_ name: String, encoding parameters: some Encodable) throws {
        self.init(name, try JSON(encoding: parameters).objectValue ?? [:])
    }
}

/// The errors of `org.varlink.service`, which every service knows.
extension VarlinkError {
    /// `InvalidParameter`: one that is unknown, missing, of another type or out of range.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// `InvalidParameter` for the place where strict decoding failed.
    package static func invalidParameter(_ error: DecodingError) -> VarlinkError {
        invalidParameter(error.place)
    }

    /// `InterfaceNotFound`: the service has no such interface.
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// `MethodNotFound`: the interface has no such method; `method` is qualified.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// `MethodNotImplemented`: the method exists but not in the way it was called.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// `ExpectedMore`: the method answers only calls that set `more`.
    package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")

    /// `PermissionDenied`: this peer may not call that.
    package static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")
}

extension VarlinkError: CustomStringConvertible {
    /// The name and, where there are any, the parameters.
    package var description: String { parameters.isEmpty ? name : "\(name) \(parameters)" }
}
