import API
import Varlink

extension Example {
    static func prompts() throws -> [Example] {
        let name = PromptsAPI.interface
        return try [
            Example(
                PromptsAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(prompts: [Sample.everyPrompt, Sample.informing]), .init(prompts: []),
                ]),
            Example(
                PromptsAPI.Monitor.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        prompts: [Sample.everyPrompt], opened: Sample.everyPrompt, closed: 50,
                        closing: .settled),
                    .init(),
                ]),
            Example(
                PromptsAPI.Answer.self, interface: name,
                parameters: [
                    .init(prompt: 52, choice: .switchOn, schedule: "nights"),
                    .init(prompt: 51, choice: .keep),
                ],
                replies: [
                    .init(result: Sample.everyResult, recorded: false), .init(result: .init()),
                ]),
        ]
    }
}

extension Sample {
    /// With every member, as no daemon says it: each kind has some of them.
    static let everyPrompt = PromptsAPI.Prompt(
        prompt: 51, kind: .blockedOpened, at: now, until: later, title: "Shopping is blocked",
        text: "Planned or impulse?", targets: ["shopping"], site: "www.amazon.com",
        app: "com.valvesoftware.Steam", choices: [.keep, .planned, .impulse], request: 41,
        checkIn: "morning", welcome: "Good to see you.", reminder: false,
        path: "/gp", schedule: "nights", scheduleName: "Nights")
    static let informing = PromptsAPI.Prompt(
        prompt: 52, kind: .autoProtection, at: now, title: "Auto-Protection: High Risk Detected",
        text: "Shopping is blocked for two hours.", targets: [], choices: [.why, .dismiss])
    /// With every member; an answer leads to some of it.
    static let everyResult = PromptsAPI.Result(
        request: 41, waitEnds: later, waitSeconds: 10, protection: 44, until: later,
        text: "It is late.", checkIn: "morning", heading: "Take time first",
        suggestions: ["Go for a walk"])

    /// The errors of `org.soteria.prompts`, in the order of its file.
    static let promptErrors: [any TypedError] = [
        PromptsAPI.NoSuchPrompt(prompt: 50),
        PromptsAPI.NotAChoice(prompt: 51, choices: [.keep, .planned, .impulse]),
        PromptsAPI.Strict(
            target: "shopping", until: later, restriction: "Movement", checkIn: "move",
            emergency: true),
        PromptsAPI.NotOpen(checkIn: "morning", next: later),
        PromptsAPI.AlreadyAnswered(checkIn: "morning", yes: false, next: later),
        PromptsAPI.TooLate(request: 41, days: 30),
        PromptsAPI.NotPossible(reason: "nothing is blocked any more"),
        PromptsAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}
