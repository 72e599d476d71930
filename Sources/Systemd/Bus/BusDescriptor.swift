import Glibc

/// A file descriptor received over D-Bus, `h`; it is closed with its last reference and not
/// inherited by child processes.
package final class BusDescriptor: Sendable, Equatable {
    package let number: Int32

    /// Duplicates a descriptor, which stays its owner's; nil if this process may not open another
    /// one.
    init?(duplicating borrowed: Int32) {
        number = fcntl(borrowed, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { return nil }
    }

    deinit {
        if number >= 0 { close(number) }
    }

    /// True if both are the same object; two descriptors of one file are not equal.
    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool {
        one === other
    }
}
