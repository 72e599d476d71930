import API
import ArgumentParser
import Demo
import EventStore
import Glibc
import Localization

/// A subcommand that runs in a given context.
protocol Command: ParsableCommand {
    /// Runs the command; throws failures, and `ExitCode.failure` if the answer is no.
    func run(in context: CommandContext) throws
}

extension Command {
    /// Called by the argument parser, in the process's own context.
    mutating func run() throws {
        let status = CommandContext.process().perform(self)
        if status != 0 { throw ExitCode(status) }
    }
}

struct Failure: Error, CustomStringConvertible {
    /// The fault and its remedy, without a final full stop.
    var description: String
    var status: Int32

    init(_ description: String, status: Int32 = ExitStatus.no) {
        self.description = description
        self.status = status
    }
}

extension Failure {
    /// The failure of a system call on a file.
    init(_ path: String, couldNotBe deed: String, _ code: Int32) {
        self.init(
            localized(
                "\(Printable.text(path)) could not be \(deed): \(String(cString: strerror(code)))"))
    }
}

/// Checks arguments, and reports a failure as the argument parser reports a mistake.
func asArguments(_ check: () throws -> Void) throws {
    do {
        try check()
    } catch let failure as Failure {
        throw ValidationError(failure.description)
    }
}

/// The exit statuses; above 63 as in BSD's `sysexits.h`.
enum ExitStatus {
    static let fine: Int32 = 0
    /// The answer is no, or an error occurred.
    static let no: Int32 = 1
    /// A mistake on the command line (`EX_USAGE`).
    static let usage: Int32 = 64
    /// The daemon is not running (`EX_UNAVAILABLE`).
    static let unavailable: Int32 = 69
}

extension CommandContext {
    /// Runs a command line, given without the program's name; returns the exit status.
    func perform(arguments: [String]) -> Int32 {
        if let failure = CommandNames.failure(arguments) { return say(failure) }
        let root: any ParsableCommand.Type =
            CompletionCommands.areAsked(arguments) ? CompletionCommands.self : Soteria.self
        do {
            return perform(try root.parseAsRoot(arguments))
        } catch {
            return say(parserError: error, of: root, arguments)
        }
    }

    /// Runs a command to its end and returns the exit status; failures are written to `error`.
    func perform(_ command: any ParsableCommand) -> Int32 {
        do {
            guard let command = command as? any Command else {
                var command = command
                try command.run()
                return ExitStatus.fine
            }
            try command.run(in: self)
            return ExitStatus.fine
        } catch let failure as CallFailure {
            return say(FailureText.failure(failure))
        } catch let failure as Failure {
            return say(failure)
        } catch let error as StoreError {
            return say(Failure(Printable.text(error.description)))
        } catch let failure as DemoFailure {
            return say(Failure(failure.description))
        } catch let address as SocketAddressError {
            return say(Failure(localized(address.text), status: ExitStatus.unavailable))
        } catch {
            return say(parserError: error)
        }
    }

    /// The argument parser throws help, versions and completion scripts as errors that exit with 0.
    private func say(
        parserError error: any Error, of root: any ParsableCommand.Type = Soteria.self,
        _ arguments: [String] = []
    ) -> Int32 {
        let status = root.exitCode(for: error).rawValue
        var message = root.fullMessage(for: error)
        if status != ExitStatus.fine { message = ParserMessage.plain(message, arguments) }
        if !message.isEmpty {
            (status == ExitStatus.fine ? output : self.error)(legible(message) + "\n")
        }
        return status
    }

    private func say(_ failure: Failure) -> Int32 {
        error(legible("soteria: \(failure.description)\n"))
        return failure.status
    }
}
