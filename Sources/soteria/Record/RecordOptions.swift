import API
import ArgumentParser
import Foundation

/// Where the record lies, as options.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's state directory (default: that of the daemon that answers, else the "
                + "standard place).", valueName: "dir"),
        completion: .directory)
    var state: String?

    @OptionGroup var daemon: DaemonOptions

    /// The daemon that answers; nil where none does.
    func running(_ surroundings: Surroundings) -> DaemonAPI.GetStatus.Reply? {
        guard let client = try? daemon.client(surroundings) else { return nil }
        return try? client.call(DaemonAPI.GetStatus.self)
    }

    /// The state directory: the one that was named, else that of the daemon that answers, else the
    /// standard place that holds a record.
    func directory(_ running: DaemonAPI.GetStatus.Reply?, _ surroundings: Surroundings) throws
        -> String
    {
        if let state { return state }
        if let running { return Self.directory(of: running) }
        if let only = StatePlaces(environment: surroundings.environment).only { return only }
        throw Failure(
            "no record was found, and no daemon answers; say where it lies: --state DIR",
            status: ExitStatus.usage)
    }

    static func directory(of status: DaemonAPI.GetStatus.Reply) -> String {
        URL(fileURLWithPath: status.store.path).deletingLastPathComponent().path
    }
}
