import CSystemd
import Glibc

/// One event of inotify(7).
struct InotifyEvent: Sendable, Equatable {
    /// The watch descriptor, -1 when the queue overflowed.
    let watch: Int32
    /// The IN_… bits.
    let mask: UInt32
    /// The name of the directory entry; empty for an event of the watched object itself.
    let name: String

    func has(_ bits: Int32) -> Bool {
        mask & UInt32(bitPattern: bits) != 0
    }

    /// Reads all pending events of a descriptor.
    static func readAll(from descriptor: Int32) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return events }
            buffer.withUnsafeBytes {
                events += parse(UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    /// Parses the events in a buffer filled by read(2); an incomplete one at the end is left out.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + header + Int(event.len)
            guard end <= bytes.count else { break }
            // The kernel fills names up with zeros.
            let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
            events.append(
                InotifyEvent(
                    watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
            offset = end
        }
        return events
    }
}
