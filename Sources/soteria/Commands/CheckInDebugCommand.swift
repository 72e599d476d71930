import API
import ArgumentParser

/// `soteria checkin debug`: what a person who writes rules tries a check-in with.
struct CheckInDebugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Try a check-in; only with \"debug: true\" in the rules.",
        subcommands: [
            CheckInStateCommand.self, CheckInLastAnswerCommand.self,
            CheckInDebugAction<CheckInAPI.Reset>.self,
            CheckInDebugAction<CheckInAPI.SimulateNewDay>.self,
            CheckInDebugAction<CheckInAPI.Force>.self,
        ])
}

/// The check-in that a debug action is about.
struct CheckInOptions: ParsableArguments {
    @Argument(help: "The check-in's key.", completion: Completions.checkIns)
    var key: String

    @OptionGroup var daemon: DaemonOptions
}

/// `soteria checkin debug state`: all that is remembered of a check-in.
struct CheckInStateCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Show what is remembered of a check-in.")

    @OptionGroup var checkIn: CheckInOptions

    func run(in surroundings: Surroundings) throws {
        try checkIn.daemon.show(
            CheckInAPI.GetState.self, .init(checkIn: checkIn.key), in: surroundings
        ) { reply, now, style in
            CheckInText.state(reply, now: try now(), style)
        }
    }
}

/// `soteria checkin debug last-answer`: the answer that was given last.
struct CheckInLastAnswerCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "last-answer", abstract: "Show the last answer that was given.")

    @OptionGroup var checkIn: CheckInOptions

    func run(in surroundings: Surroundings) throws {
        try checkIn.daemon.show(
            CheckInAPI.GetLastAnswer.self, .init(checkIn: checkIn.key), in: surroundings
        ) { reply, _, _ in
            reply.answer.map { CheckInText.line($0) } ?? "No answer was ever given.\n"
        }
    }
}

/// A debug action that changes how a check-in stands.
protocol CheckInAction: TypedMethod {
    /// The command's name.
    static var name: String { get }
    /// What its help says.
    static var abstract: String { get }
    /// What the daemon is asked about the check-in of a key.
    static func parameters(_ key: String) -> Parameters
    /// The check-in as it stands afterwards.
    static func checkIn(_ reply: Reply) -> CheckInAPI.CheckIn
}

/// `soteria checkin debug reset` and the like: changes a check-in and shows how it stands.
struct CheckInDebugAction<Action: CheckInAction>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Action.name, abstract: Action.abstract)
    }

    @OptionGroup var checkIn: CheckInOptions

    func run(in surroundings: Surroundings) throws {
        try checkIn.daemon.show(Action.self, Action.parameters(checkIn.key), in: surroundings) {
            reply, now, style in
            CheckInText.list([Action.checkIn(reply)], now: try now(), style)
        }
    }
}

extension CheckInAPI.Reset: CheckInAction {
    static let name = "reset"
    static let abstract = "Forget every answer, as if the check-in were new."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func checkIn(_ reply: Reply) -> CheckInAPI.CheckIn { reply.checkIn }
}

extension CheckInAPI.SimulateNewDay: CheckInAction {
    static let name = "new-day"
    static let abstract = "Forget the day, not the answers, as if a new day began."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func checkIn(_ reply: Reply) -> CheckInAPI.CheckIn { reply.checkIn }
}

extension CheckInAPI.Force: CheckInAction {
    static let name = "force"
    static let abstract = "Open the question now, also where it was answered."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func checkIn(_ reply: Reply) -> CheckInAPI.CheckIn { reply.checkIn }
}
