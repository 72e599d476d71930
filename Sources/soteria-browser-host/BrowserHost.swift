import API
import Glibc

/// The program: a browser starts it for the extension, and it carries messages between the two
/// until its input ends.
package enum BrowserHost {
    static let name = "soteria-browser-host"

    package static func main() {
        // A closed browser shows as a failed write.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> CInt {
        switch LaunchMode(arguments) {
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
            printError("only Soteria's browser extension may start this program")
            return EX_NOPERM
        case .browser: return runPump()
        }
    }

    private static func runPump() -> CInt {
        let address: SocketAddress
        do throws(SocketAddressError) {
            address = try .standard()
        } catch {
            printError(error.description)
            return EX_CONFIG
        }
        // Any thread may find the browser gone; nothing is left to do then.
        let output = FrameWriter(descriptor: STDOUT_FILENO) { _exit(EX_OK) }
        let pump = Pump(
            input: FrameReader(descriptor: STDIN_FILENO), output: output, address: address)
        do throws(InputFault) {
            try pump.run()
            return EX_OK
        } catch {
            printError(error.description)
            return error.exitStatus
        }
    }

    private static func printError(_ text: String) {
        say("\(name): \(text)\n", to: STDERR_FILENO)
    }

    private static func say(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }

    private static let description = """
        \(name) \(Version.text) connects Soteria's browser extension to the Soteria daemon.
        Browsers start it through native messaging; do not run it by hand.
        To see which browsers use it: soteria browser status

        """
}

/// How the program was started.
enum LaunchMode: Hashable {
    /// By a browser, for Soteria's extension.
    case browser
    /// By a browser, for another extension, or with arguments that no browser gives.
    case stranger
    case byHand
    case version
    case help

    /// Reads the arguments, without the program's name.
    ///
    /// Chromium passes the extension's origin first; Firefox passes the path of the manifest, then
    /// the extension's id.
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
