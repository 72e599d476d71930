import API
import ArgumentParser

/// Values that the shell may complete, asked of the daemon; none where it does not answer at once.
enum Completions {
    /// The keys of the targets.
    static let targets = CompletionKind.custom { _, _, _ in
        (try? client()?.call(ProtectionAPI.List.self))?.targets.map(\.target) ?? []
    }
    /// The keys of the quiet-hours schedules.
    static let schedules = CompletionKind.custom { _, _, _ in
        (try? client()?.call(QuietHoursAPI.List.self))?.schedules.map(\.schedule) ?? []
    }
    /// The keys of the rules that protect by themselves.
    static let autoProtections = CompletionKind.custom { _, _, _ in
        (try? client()?.call(ProtectionAPI.ListAutoProtections.self))?.rules.map(\.rule) ?? []
    }
    /// What a planned purchase can be for.
    static let categories = CompletionKind.custom { _, _, _ in
        (try? client()?.call(UnblockAPI.Options.self))?.categories ?? []
    }
    /// How a person can feel.
    static let moods = CompletionKind.custom { _, _, _ in
        (try? client()?.call(UnblockAPI.Options.self))?.moods ?? []
    }
    /// The numbers of the open requests.
    static let requests = CompletionKind.custom { _, _, _ in
        let reply = try? client()?.call(UnblockAPI.List.self, .init())
        return reply?.requests.map { String($0.request) } ?? []
    }
    /// The numbers of the open prompts.
    static let prompts = CompletionKind.custom { _, _, _ in
        (try? client()?.call(PromptsAPI.List.self))?.prompts.map { String($0.prompt) } ?? []
    }

    static let checkIns = CompletionKind.custom { _, _, _ in checkInKeys }
    /// What may follow the words behind `soteria checkin`: a key, an answer, or a debug action.
    static let checkInWords = CompletionKind.custom { words, index, _ in
        let before = words.prefix(max(0, index)).drop { $0 != "checkin" }.dropFirst()
        return checkInWords(after: before.filter { $0 != "ask" && !$0.hasPrefix("-") })
    }
    /// The numbers of the unblocks that can be logged.
    static let unblocks = CompletionKind.custom { _, _, _ in
        let reply = try? client()?.call(UnblockAPI.Unblocks.self, .init())
        return reply?.unblocks.map { String($0.request) } ?? []
    }
    static let goals = CompletionKind.custom { _, _, _ in
        (try? client()?.call(GoalsAPI.List.self))?.goals.map { String($0.goal) } ?? []
    }
    /// The sites and apps of the targets, as far as the daemon lists them.
    static let places = CompletionKind.custom { _, _, _ in
        ((try? client()?.call(TargetsAPI.List.self))?.targets ?? [])
            .flatMap { $0.sites + $0.apps + $0.executables }
    }

    private static func checkInWords(after words: [String]) -> [String] {
        let answers = CheckInAskCommand.answers.keys.sorted()
        let debug = CheckInDebugCommand.configuration
        switch (words.first, words.count) {
        case (nil, _): return answers + checkInKeys + ["debug"]
        case ("debug", 1): return debug.subcommands.compactMap { $0.configuration.commandName }
        case ("debug", 2): return checkInKeys
        case (let key?, 1): return CheckInAskCommand.answers[key] == nil ? answers : []
        default: return []
        }
    }

    private static var checkInKeys: [String] {
        (try? client()?.call(CheckInAPI.List.self))?.checkIns.map(\.checkIn) ?? []
    }

    private static func client() throws -> SoteriaClient? {
        try SoteriaClient(SocketAddress.standard(), timeout: .milliseconds(500))
    }
}
