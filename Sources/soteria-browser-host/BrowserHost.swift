import API
import Glibc

/// The program: started by a browser for the extension, it carries messages between the two until
/// its input ends.
package enum BrowserHost {
    static let name = "soteria-browser-host"

    package static func main() {
        // A browser that has gone is seen by the write that fails.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> CInt {
        switch Start(arguments) {
        case .version:
            say("\(name) \(Version.text)\n", to: STDOUT_FILENO)
            return EX_OK
        case .help:
            say(description, to: STDOUT_FILENO)
            return EX_OK
        case .byHand:
            say(description, to: STDERR_FILENO)
            return EX_USAGE
        case .stranger:
            complain("the caller is not Soteria's own extension")
            return EX_NOPERM
        case .browser: return carry()
        }
    }

    private static func carry() -> CInt {
        let address: SocketAddress
        do throws(SocketAddressError) {
            address = try .standard()
        } catch {
            complain(error.description)
            return EX_CONFIG
        }
        // Whatever thread finds the browser gone, nothing is left to be done.
        let output = FrameWriter(descriptor: STDOUT_FILENO) { _exit(EX_OK) }
        let pump = Pump(
            input: FrameReader(descriptor: STDIN_FILENO), output: output, address: address)
        do throws(InputFault) {
            try pump.run()
            return EX_OK
        } catch {
            complain(error.description)
            return error.exitStatus
        }
    }

    private static func complain(_ text: String) {
        say("\(name): \(text)\n", to: STDERR_FILENO)
    }

    private static func say(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }

    private static let description = """
        \(name) \(Version.text) connects Soteria's browser extension with the Soteria daemon.
        A browser starts it by native messaging; there is nothing to do with it by hand.
        "soteria browser status" says which browsers know of it.

        """
}

/// The purpose that the program was started for.
enum Start: Hashable {
    /// By a browser, for our extension.
    case browser
    /// By a browser, for another extension, or with arguments that no browser gives.
    case stranger
    case byHand
    case version
    case help

    /// Reads the arguments, the program's own name not among them.
    ///
    /// Chromium gives the extension's origin first; Firefox gives the path of the manifest that
    /// it found, then the extension's id.
    init(_ arguments: [String]) {
        switch arguments.first {
        case nil: self = .byHand
        case "--version": self = .version
        case "--help": self = .help
        case BrowserExtension.chromiumOrigin: self = .browser
        case let first?:
            let isFirefox =
                first.hasPrefix("/") && arguments.count > 1
                && arguments[1] == BrowserExtension.firefoxID
            self = isFirefox ? .browser : .stranger
        }
    }
}
