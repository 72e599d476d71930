import API
import ArgumentParser

/// `soteria checkin debug`: what a person who writes rules tries a check-in with.
struct CheckInDebugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Try a check-in; only with \"debug: true\" in the rules.",
        subcommands: [
            CheckInDebugAction<CheckInAPI.GetState>.self,
            CheckInDebugAction<CheckInAPI.GetLastAnswer>.self,
            CheckInDebugAction<CheckInAPI.Reset>.self,
            CheckInDebugAction<CheckInAPI.SimulateNewDay>.self,
            CheckInDebugAction<CheckInAPI.Force>.self,
        ])
}

/// What a debug command does with a check-in.
protocol CheckInAction: TypedMethod {
    static var name: String { get }
    static var abstract: String { get }
    /// What the daemon is asked about the check-in of a key.
    static func parameters(_ key: String) -> Parameters
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String
}

/// `soteria checkin debug state` and the like: shows a check-in, or changes it and shows it.
struct CheckInDebugAction<Action: CheckInAction>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Action.name, abstract: Action.abstract)
    }

    @Argument(help: "The check-in's key.", completion: Completions.checkIns)
    var key: String

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        try daemon.show(Action.self, Action.parameters(key), in: surroundings, as: Action.text)
    }
}

extension CheckInAPI.GetState: CheckInAction {
    static let name = "state"
    static let abstract = "Show what is remembered of a check-in."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.state(reply, now: try now(), style)
    }
}

extension CheckInAPI.GetLastAnswer: CheckInAction {
    static let name = "last-answer"
    static let abstract = "Show the last answer that was given."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) -> String {
        reply.answer.map(CheckInText.line) ?? "No answer was ever given.\n"
    }
}

extension CheckInAPI.Reset: CheckInAction {
    static let name = "reset"
    static let abstract = "Forget every answer, as if the check-in were new."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}

extension CheckInAPI.SimulateNewDay: CheckInAction {
    static let name = "new-day"
    static let abstract = "Forget the day, not the answers, as if a new day began."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}

extension CheckInAPI.Force: CheckInAction {
    static let name = "force"
    static let abstract = "Open the question now, also where it was answered."
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}
