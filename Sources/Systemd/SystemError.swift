import Glibc

/// A system call or a function of libsystemd that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The C function that failed, with its argument where one says more:
    /// `inotify_add_watch(/etc)`.
    package let function: String
    /// The `errno` that it left, always positive.
    package let code: Int32

    /// `code` is an `errno`, or the negative return value that libsystemd uses for the same.
    package init(function: String, code: Int32) {
        self.function = function
        self.code = code.magnitude > UInt32(Int32.max) ? EINVAL : abs(code)
    }

    /// The failure that `errno` holds now; to be read before anything else is called.
    static func last(_ function: String) -> SystemError {
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
