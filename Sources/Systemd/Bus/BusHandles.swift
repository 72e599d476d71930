import CSystemd

/// An sd_bus that is closed and released with its owner.
final class BusHandle {
    let pointer: OpaquePointer

    /// - Parameter pointer: a started sd_bus; the handle takes its reference over.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        // Not flushed: that would block, and nobody waits for an answer any more.
        sd_bus_close_unref(pointer)
    }
}

/// An sd_bus_slot, whose release ends the call or match behind it.
final class BusSlot {
    private let pointer: OpaquePointer

    /// - Parameter pointer: a slot that does not float; the handle takes its reference over.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sd_bus_slot_unref(pointer)
    }
}

/// An sd_bus_message that is released with its owner.
final class BusMessage {
    let pointer: OpaquePointer

    /// - Parameter pointer: a message; the handle takes its reference over.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sd_bus_message_unref(pointer)
    }
}
