import VarlinkIDL

/// Routes calls to the service's interfaces and to `org.varlink.service`.
final class ServiceRouter: Sendable {
    private let identity: ServiceIdentity
    private let methods: [String: Method]
    private let descriptions: [String: InterfaceDescription]
    private let names: [String]

    init(identity: ServiceIdentity, interfaces: [Interface]) {
        self.identity = identity
        var methods: [String: Method] = [:]
        var descriptions = [ServiceDescription.interface.name: ServiceDescription.interface]
        for interface in interfaces {
            let name = interface.description.name
            precondition(descriptions[name] == nil, "\(name) is served twice")
            descriptions[name] = interface.description
            for (method, handler) in interface.methods { methods["\(name).\(method)"] = handler }
        }
        self.methods = methods
        self.descriptions = descriptions
        names = descriptions.keys.sorted()
    }

    /// Runs the method's handler; throws the error to reply with if there is none.
    func route(_ call: Call, isUpgrade: Bool) throws {
        if let method = methods[call.method] {
            if isUpgrade { throw VarlinkError.methodNotImplemented(call.method) }
            if method.needsMore, !call.more { throw VarlinkError.expectedMore }
            return try method.handler(call)
        }
        switch call.method {
        case "org.varlink.service.GetInfo": try info(call)
        case "org.varlink.service.GetInterfaceDescription": try description(call)
        default:
            let interface = call.method.lastIndex(of: ".").map { String(call.method[..<$0]) }
            guard let interface, descriptions[interface] == nil else {
                throw VarlinkError.methodNotFound(call.method)
            }
            throw VarlinkError.interfaceNotFound(interface)
        }
    }

    private func info(_ call: Call) throws {
        try call.noParameters()
        call.reply(
            JSON.object([
                "vendor": .string(identity.vendor), "product": .string(identity.product),
                "version": .string(identity.version), "url": .string(identity.url),
                "interfaces": .array(names.map(JSON.string)),
            ]))
    }

    private func description(_ call: Call) throws {
        struct Parameters: Decodable {
            let interface: String
        }
        let interface = try call.decode(Parameters.self).interface
        guard let description = descriptions[interface] else {
            throw VarlinkError.interfaceNotFound(interface)
        }
        call.reply(JSON.object(["description": .string(description.text)]))
    }
}
