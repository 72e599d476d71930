import VarlinkIDL

/// The interface that every Varlink service has.
package enum ServiceDescription {
    package static let interface: InterfaceDescription = {
        do {
            return try InterfaceDescription(text)
        } catch {
            preconditionFailure("org.varlink.service: \(error)")
        }
    }()

    private static let text = """
        # Information about a Varlink service, and the errors that any call can return.
        interface org.varlink.service

        # Returns the identity of the service and its interfaces.
        method GetInfo() -> (
          # The vendor of the service.
          vendor: string,
          # The name of the service.
          product: string,
          # The version of the service.
          version: string,
          # The address of the documentation.
          url: string,
          # The names of the interfaces, sorted.
          interfaces: []string
        )

        # Returns the description of an interface.
        method GetInterfaceDescription(
          # The interface's name.
          interface: string
        ) -> (
          # The description in the Varlink interface definition language.
          description: string
        )

        # The service has no such interface.
        error InterfaceNotFound (
          # The requested interface.
          interface: string
        )

        # The interface has no such method.
        error MethodNotFound (
          # The method that was called, with its interface.
          method: string
        )

        # The method exists, but does not support this kind of call.
        error MethodNotImplemented (
          # The method that was called, with its interface.
          method: string
        )

        # A parameter is unknown, missing, of another type or out of range.
        error InvalidParameter (
          # The parameter's name; dots and indices lead to a nested one.
          parameter: string
        )

        # The client is not allowed to make this call.
        error PermissionDenied ()

        # The method answers only calls that set `more`.
        error ExpectedMore ()

        """
}
