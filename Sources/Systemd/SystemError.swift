import Glibc

/// A failed system call or function of libsystemd.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The C function that failed, with its argument if that helps: `inotify_add_watch(/etc)`.
    package let function: String
    /// The `errno`, always positive.
    package let code: Int32

    /// Creates an error from an `errno`, or from the negative return value of libsystemd.
    package init(function: String, code: Int32) {
        self.function = function
        self.code = code.magnitude > UInt32(Int32.max) ? EINVAL : abs(code)
    }

    /// The error in `errno`; read it before any other call.
    package static func last(_ function: String) -> SystemError {
        SystemError(function: function, code: errno)
    }

    package var description: String {
        // strerror(3) shares one buffer between threads.
        var buffer = [CChar](repeating: 0, count: 256)
        let found = strerror_r(code, &buffer, buffer.count) == 0
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return found ? "\(function): \(text) (\(code))" : "\(function): error \(code)"
    }
}
