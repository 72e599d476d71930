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
        # What every Varlink service can tell about itself, and the errors that any call may get.
        interface org.varlink.service

        # Tells who this service is and which interfaces it has.
        method GetInfo() -> (
          # Who makes the service.
          vendor: string,
          # What the service is called.
          product: string,
          # Its version.
          version: string,
          # Where to read about it.
          url: string,
          # The names of its interfaces, sorted.
          interfaces: []string
        )

        # Gives the description of one of the interfaces.
        method GetInterfaceDescription(
          # The interface's name.
          interface: string
        ) -> (
          # Its description in the interface description language.
          description: string
        )

        # The service has no such interface.
        error InterfaceNotFound (
          # The interface that was asked for.
          interface: string
        )

        # The interface has no such method.
        error MethodNotFound (
          # The method that was called, with its interface.
          method: string
        )

        # The method exists, but not in the way it was called.
        error MethodNotImplemented (
          # The method that was called, with its interface.
          method: string
        )

        # A parameter is unknown, missing, of another type or out of range.
        error InvalidParameter (
          # The parameter's name; dots and indices lead to a nested one.
          parameter: string
        )

        # This client may not call that.
        error PermissionDenied ()

        # The method answers only calls that set `more`.
        error ExpectedMore ()

        """
}
