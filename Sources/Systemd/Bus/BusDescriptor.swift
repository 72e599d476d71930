import Glibc

/// A file descriptor that came over D-Bus, `h`: closed with its last reference, and not handed on
/// to programs that are started.
package final class BusDescriptor: Sendable, Equatable {
    package let number: Int32

    /// Keeps a descriptor of its own for what another one, which stays its owner's, refers to; nil
    /// when this process may not have one more.
    init?(duplicating borrowed: Int32) {
        number = fcntl(borrowed, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { return nil }
    }

    deinit {
        if number >= 0 { close(number) }
    }

    /// Whether both are the same object; two that refer to one file are not.
    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool {
        one === other
    }
}
