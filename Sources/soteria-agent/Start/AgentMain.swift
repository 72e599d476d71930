import API
import Dispatch
import Glibc
import Localization
import Systemd

/// The program: parses the options and runs the agent until a signal ends it.
package enum AgentMain {
    package static func main() {
        // Before any thread starts: a signal that arrives early stays pending until it is read.
        Signals.hold([SIGTERM, SIGINT])
        signal(SIGPIPE, SIG_IGN)
        Translation.use(
            .chosen(variable: SocketAddress.processVariable, files: EmbeddedFiles.all))
        do {
            try Run.start(Options(CommandLine.arguments.dropFirst()))
        } catch {
            Run.say("soteria-agent: \(error.message)", to: STDERR_FILENO)
            exit(error.code)
        }
    }
}

/// Runs the agent from start to end. Separate from `main`, whose closures belong to the main
/// thread.
enum Run {
    static func start(_ options: Options) throws(StartFailure) {
        switch options.task {
        case .help: say(Options.help, to: STDOUT_FILENO)
        case .version: say(Version.text, to: STDOUT_FILENO)
        case .thaw: try thaw(Settings(socket: options.socket))
        case .run: try untilStopped(Settings(socket: options.socket))
        }
    }

    /// Writes a line to one of the program's streams.
    static func say(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private static func untilStopped(_ settings: Settings) throws(StartFailure) {
        if mkdir(settings.directory, 0o700) != 0, errno != EEXIST {
            throw StartFailure(
                message: localized(
                    """
                    cannot create \(settings.directory): \(String(cString: strerror(errno)))
                    """),
                code: EX_OSERR)
        }
        let lock = try Lock(path: settings.lock)
        let agent: Agent
        let signals: SignalWatch
        do throws(SystemError) {
            agent = try Agent(settings)
            signals = try Signals.watch([SIGTERM, SIGINT], queue: agent.executor.queue) { _ in
                agent.enter { $0.stop { exit(0) } }
            }
        } catch {
            throw StartFailure(
                message: localized("the agent cannot start: \(error)"), code: EX_OSERR)
        }
        agent.enter { agent in
            do throws(SystemError) {
                try agent.begin()
            } catch {
                say(localized("soteria-agent: the agent cannot start: \(error)"), to: STDERR_FILENO)
                exit(EX_OSERR)
            }
            Notify.ready(status: agent.statusText)
        }
        withExtendedLifetime((lock, signals, agent)) { dispatchMain() }
    }

    private static func thaw(_ settings: Settings) throws(StartFailure) {
        let left = FrozenRecord.read(settings.record)
        guard !left.isEmpty else { return }
        // If another agent runs, the units on record are rightly frozen.
        guard let lock = try? Lock(path: settings.lock) else { return }
        let rescue = LeftoverThaw(settings, left)
        rescue.begin { lost in exit(lost ? 1 : 0) }
        withExtendedLifetime((lock, rescue)) { dispatchMain() }
    }
}
