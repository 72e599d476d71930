import Foundation
import Glibc
import Systemd

/// A message bus of the test's own, dbus-daemon(1) on a socket in a scratch directory, ended with
/// it.
final class PrivateBus: @unchecked Sendable {
    static let program = "/usr/bin/dbus-daemon"
    static let isInstalled = Command.exists(program)

    struct DidNotStart: Error {}

    let scratch: ScratchDirectory
    let address: String
    // Written in the initializer only.
    private let daemon: Process

    init() throws {
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
    func end() {
        guard daemon.isRunning else { return }
        daemon.kill()
    }

    /// The first line that a pipe yields; nil at its end.
    static func line(of handle: FileHandle) -> String? {
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
    func kill() {
        Glibc.kill(processIdentifier, SIGKILL)
        waitUntilExit()
    }
}
