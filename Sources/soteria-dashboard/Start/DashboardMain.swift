import API
import Glibc
import Systemd

/// The program: options, then the server, until nobody looks at pages or a signal ends it.
package enum DashboardMain {
    package static func main() {
        // Before any thread is made: a signal that comes early waits until it is watched for.
        Signals.hold([SIGTERM, SIGINT, SIGHUP])
        signal(SIGPIPE, SIG_IGN)
        do {
            try Run.start(Options(CommandLine.arguments.dropFirst()))
        } catch {
            Run.say("soteria-dashboard: \(error.message)", to: STDERR_FILENO)
            exit(error.code)
        }
    }
}

/// Why the server does not run, in a sentence, and the exit status that says it.
struct StartFailure: Error, Hashable {
    /// What is wrong and what to do.
    var message: String
    /// By sysexits(3).
    var code: Int32
}
