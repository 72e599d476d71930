import Foundation
import Glibc

/// A message bus of the test's own, dbus-daemon(1) on a socket in a scratch directory, ended with
/// it.
package final class PrivateBus: @unchecked Sendable {
    /// The path of dbus-daemon(1).
    package static let program = "/usr/bin/dbus-daemon"
    /// True if the program is installed.
    package static let isInstalled = Command.exists(program)

    /// The bus, or a service on it, did not come up.
    package struct DidNotStart: Error {
        /// The error.
        package init() {}
    }

    /// Where its socket and its configuration lie.
    package let scratch: ScratchDirectory
    /// Where it listens, as D-Bus writes it.
    package let address: String
    // Written in the initializer only.
    private let daemon: Process

    /// Starts one and waits until it listens. Throws `DidNotStart`, or why it cannot be run.
    package init() throws {
        scratch = try ScratchDirectory()
        // The policy of a session bus without its services: whoever runs the test may do anything.
        try scratch.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(scratch.path("bus"))</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        daemon = Process()
        daemon.executableURL = URL(fileURLWithPath: Self.program)
        daemon.arguments = [
            "--nofork", "--print-address", "--config-file=\(scratch.path("bus.conf"))",
        ]
        let output = Pipe()
        daemon.standardOutput = output
        try daemon.run()
        // The address is printed once the bus listens.
        guard let line = Self.line(of: output.fileHandleForReading), line.hasPrefix("unix:") else {
            throw DidNotStart()
        }
        address = line
    }

    deinit {
        end()
    }

    /// Ends the bus, as at a logout.
    package func end() {
        guard daemon.isRunning else { return }
        daemon.kill()
    }

    /// The first line that a pipe yields; nil at its end.
    package static func line(of handle: FileHandle) -> String? {
        var bytes: [UInt8] = []
        while let byte = handle.readData(ofLength: 1).first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}

extension Process {
    /// Ends the process and waits for it. By SIGKILL: what a thread of libdispatch starts has
    /// inherited its mask, under which SIGTERM waits for ever.
    package func kill() {
        Glibc.kill(processIdentifier, SIGKILL)
        // Not waitUntilExit(): Foundation learns of the end by select(2), which knows no descriptor
        // beyond 1,023, and all tests of the package share one process.
        var info = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0,
            errno == EINTR
        {}
    }
}
