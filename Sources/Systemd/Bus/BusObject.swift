import CSystemd
import Glibc

/// A method call that came over D-Bus.
package struct BusMethodCall: Sendable, Equatable {
    /// The unique name of the connection that made the call.
    package let sender: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]
}

/// The answer to a method call.
package enum BusAnswer: Sendable {
    /// The values of the reply, of exactly the types that the method declares.
    case values([BusArgument])
    /// The error's name, such as `org.freedesktop.DBus.Error.InvalidArgs`, and a text.
    case error(name: String, message: String)

    /// The arguments have other types than the method declares.
    package static let invalidArguments = BusAnswer.error(
        name: "org.freedesktop.DBus.Error.InvalidArgs", message: "The arguments are invalid.")
}

/// An object that other programs on the bus can call: one interface, its methods and properties.
///
/// Its methods take basic values only, eight at most, and texts of 64 KiB at most. Other arguments
/// are refused before they are read: anybody can send 100 MB of them.
package struct BusObject: Sendable {
    private static let basicTypes = Set("bynqiuxtdsog".utf8)
    private static let mostArguments = 8
    /// The greatest number of bytes of a text among a call's arguments.
    static let longestText = 64 << 10
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    package var interface: String
    /// Returns the answer to a call of a method of the interface; nil if it has no such method.
    /// Called on the bus's queue.
    package var call: @Sendable (BusMethodCall) -> BusAnswer?
    /// Returns the present values of the properties, in any order. Called on the bus's queue.
    package var properties: @Sendable () -> [(String, BusArgument)]

    package init(
        interface: String,
        properties: @escaping @Sendable () -> [(String, BusArgument)] = { [] },
        call: @escaping @Sendable (BusMethodCall) -> BusAnswer? = { _ in nil }
    ) {
        self.interface = interface
        self.properties = properties
        self.call = call
    }

    /// Whether calls of an interface at the object's path are the object's to answer.
    func has(_ interface: String) -> Bool {
        interface == self.interface || interface == Self.propertiesInterface
    }

    /// Answers a call by the types of its arguments alone; nil if they are to be read.
    func answer(unread member: String, of interface: String, signature: String) -> BusAnswer? {
        let isBasic =
            signature.utf8.count <= Self.mostArguments
            && signature.utf8.allSatisfy(Self.basicTypes.contains)
        guard interface != self.interface else { return isBasic ? nil : .invalidArguments }
        switch member {
        case "Get": return signature == "ss" ? nil : .invalidArguments
        case "GetAll": return signature == "s" ? nil : .invalidArguments
        case "Set":
            return .error(
                name: "org.freedesktop.DBus.Error.PropertyReadOnly",
                message: "The property is read-only.")
        default: return isBasic ? nil : .invalidArguments
        }
    }

    /// Answers a call to the object's path: of its own interface, or for its properties. Nil if it
    /// has no such method; sd-bus then answers with an error.
    func answer(_ call: BusMethodCall) -> BusAnswer? {
        if call.interface == interface { return self.call(call) }
        guard call.interface == Self.propertiesInterface else { return nil }
        switch call.member {
        case "GetAll":
            guard let asked = call.arguments.first?.text else { return .invalidArguments }
            return .values([.dictionary(asked == interface ? properties() : [])])
        case "Get":
            guard call.arguments.count == 2, call.arguments[0].text == interface,
                let name = call.arguments[1].text,
                let property = properties().first(where: { $0.0 == name })
            else {
                return .error(
                    name: "org.freedesktop.DBus.Error.UnknownProperty",
                    message: "There is no such property.")
            }
            return .values([.variant(property.1)])
        default: return nil
        }
    }
}

/// The callback object of sd-bus for one exported object. Confined to the bus's queue.
final class ObjectHandler {
    let object: BusObject
    /// The reference whose release withdraws the object in sd-bus.
    var slot: BusReference?

    init(_ object: BusObject) {
        self.object = object
    }
}

extension Bus {
    /// Puts an object at a path, sd_bus_add_object(3), as long as the bus lasts or until
    /// `withdraw`. An object that was there is replaced.
    package func export(_ object: BusObject, at path: String) throws(BusError) {
        guard !isClosed else { throw .disconnected }
        objects[path] = nil
        let handler = ObjectHandler(object)
        var slot: OpaquePointer?
        let result = sd_bus_add_object(
            handle.pointer, &slot, path, Self.onCall,
            Unmanaged.passUnretained(handler).toOpaque())
        guard result >= 0, let slot else {
            throw .invalidCall(SystemError(function: "sd_bus_add_object", code: result))
        }
        handler.slot = BusReference(slot, release: sd_bus_slot_unref)
        objects[path] = handler
        process()
    }

    /// Removes the object at a path.
    package func withdraw(_ path: String) {
        objects[path] = nil
    }

    /// Sends a signal, sd_bus_emit_signal(3).
    package func emit(
        path: String, interface: String, member: String, arguments: [BusArgument] = []
    ) throws(BusError) {
        guard !isClosed else { throw .disconnected }
        var pointer: OpaquePointer?
        let made = sd_bus_message_new_signal(handle.pointer, &pointer, path, interface, member)
        guard made >= 0, let pointer else {
            throw .invalidCall(SystemError(function: "sd_bus_message_new_signal", code: made))
        }
        try send(BusReference(pointer, release: sd_bus_message_unref), arguments)
        process()
    }

    /// Takes a well-known name on the bus. Returns false if another connection has it: there is no
    /// queue for it.
    package func acquire(
        name: String, timeLimit: Duration? = .seconds(2)
    ) async throws(BusError) -> Bool {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE
        let reply = try await call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "RequestName",
            arguments: [.string(name), .uint32(4)], timeLimit: timeLimit)
        guard let result = reply.first?.count else { throw .malformedReply }
        // 1: it is ours now; 4: it was before.
        return result == 1 || result == 4
    }

    /// The connection's unique name, such as `:1.7`, sd_bus_get_unique_name(3).
    package func uniqueName() async throws(BusError) -> String {
        // Any answered call shows that the connection is authenticated; until then sd-bus would
        // block.
        _ = try await call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "GetId")
        var name: UnsafePointer<CChar>?
        let result = sd_bus_get_unique_name(handle.pointer, &name)
        guard result >= 0, let name else {
            throw .invalidCall(SystemError(function: "sd_bus_get_unique_name", code: result))
        }
        return String(cString: name)
    }

    private func send(
        _ message: BusReference, _ arguments: [BusArgument]
    ) throws(BusError) {
        let writer = BusMessageWriter(message: message.pointer)
        for argument in arguments { try writer.append(argument) }
        let sent = sd_bus_send(handle.pointer, message.pointer, nil)
        guard sent >= 0 else {
            throw .invalidCall(SystemError(function: "sd_bus_send", code: sent))
        }
    }

    private static let onCall: sd_bus_message_handler_t = { message, data, _ in
        guard let message, let data, sd_bus_message_is_method_call(message, nil, nil) > 0 else {
            return 0
        }
        let object = Unmanaged<ObjectHandler>.fromOpaque(data).takeUnretainedValue().object
        guard let answer = answer(to: message, of: object) else { return 0 }
        reply(answer, to: message)
        return 1
    }

    /// The answer to a call; nil if the object has no such method.
    private static func answer(to message: OpaquePointer, of object: BusObject) -> BusAnswer? {
        let text = { (pointer: UnsafePointer<CChar>?) in pointer.map { String(cString: $0) } ?? "" }
        let interface = text(sd_bus_message_get_interface(message))
        let member = text(sd_bus_message_get_member(message))
        guard object.has(interface) else { return nil }
        let signature = text(sd_bus_message_get_signature(message, 1))
        let unread = object.answer(unread: member, of: interface, signature: signature)
        if let unread { return unread }
        let reader = BusMessageReader(message: message, longestText: BusObject.longestText)
        guard let arguments = try? reader.values() else { return .invalidArguments }
        return object.answer(
            BusMethodCall(
                sender: text(sd_bus_message_get_sender(message)), interface: interface,
                member: member, arguments: arguments))
    }

    /// Answers a call. An answer that cannot be written becomes an error, so that nobody waits.
    private static func reply(_ answer: BusAnswer, to call: OpaquePointer) {
        switch answer {
        case .error(let name, let message): fail(call, name, message)
        case .values(let values):
            var pointer: OpaquePointer?
            guard sd_bus_message_new_method_return(call, &pointer) >= 0, let pointer else { return }
            let message = BusReference(pointer, release: sd_bus_message_unref)
            let writer = BusMessageWriter(message: pointer)
            do throws(BusError) {
                for value in values { try writer.append(value) }
                sd_bus_send(sd_bus_message_get_bus(call), message.pointer, nil)
            } catch {
                fail(call, "org.freedesktop.DBus.Error.Failed", "The answer cannot be written.")
            }
        }
    }

    private static func fail(_ call: OpaquePointer, _ name: String, _ message: String) {
        name.withCString { name in
            message.withCString { message in
                var error = sd_bus_error()
                error.name = name
                error.message = message
                sd_bus_reply_method_error(call, &error)
            }
        }
    }
}
