import SeededRandom
import TestBus
import API
import Testing

@testable import soteria_agent

/// Whatever happens in whatever order: nothing is answered that was not pressed, nothing is
/// confirmed before its wait is over, and what is open can be seen.
struct NoticeControllerRandomTests {
    /// The world around a controller: a service that may be gone, and a daemon that may not answer.
    private struct World {
        var desktop = Desktop()
        var generator: SeededGenerator
        /// The calls that wait for the daemon's reply.
        var pending: [NoticeController.Action] = []
        /// The pressed buttons by prompt that were not sent to the daemon yet.
        var pressed: [Int: String] = [:]
        /// Waits by request: when each can be confirmed.
        var waits: [Int: Duration] = [:]
        var faults: [String] = []
        var lastRequest = 100

        mutating func record(_ actions: [NoticeController.Action]) {
            for action in actions {
                switch action {
                case .answer(let prompt, let choice, _):
                    if pressed.removeValue(forKey: prompt) != choice.rawValue {
                        faults.append("answered without a press: \(action)")
                    }
                case .keep(let prompt, _):
                    if pressed.removeValue(forKey: prompt) != "keep" {
                        faults.append("kept without a press: \(action)")
                    }
                case .confirm(_, let request):
                    if waits[request].map({ $0 > desktop.now }) ?? true {
                        faults.append("confirmed too early: \(action)")
                    }
                case .service, .count, .learnNames, .attempt, .acknowledgeWelcome: break
                }
                pending.append(action)
            }
        }

        mutating func step() {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: record(desktop.handle(.opened(prompt())))
            case 2: record(desktop.handle(.closed(Int.random(in: 1...4, using: &generator))))
            case 3: record(desktop.handle(.prompts((0..<3).map { _ in prompt() })))
            case 4, 5: press()
            case 6:
                let number = desktop.seen.keys.sorted().randomElement(using: &generator) ?? 0
                if let place = desktop.seen[number]?.place { record(desktop.close(place)) }
            case 7: record(desktop.serve(Bool.random(using: &generator)))
            case 8, 9:
                let length = Duration.seconds(Int.random(in: 0...40, using: &generator))
                record(desktop.wait(length))
            default: reply()
            }
        }

        private mutating func prompt() -> PromptsAPI.Prompt {
            let number = Int.random(in: 1...4, using: &generator)
            let kinds = PromptsAPI.Kind.allCases
            return .other(kinds[number % kinds.count], number)
        }

        private mutating func press() {
            var key =
                PromptsAPI.Choice.allCases.randomElement(using: &generator)?.rawValue ?? "keep"
            var number = UInt32.random(in: 0...6, using: &generator)
            // Mostly something that is there.
            if Int.random(in: 0..<4, using: &generator) > 0 {
                number = desktop.seen.keys.sorted().randomElement(using: &generator) ?? number
                key = desktop.seen[number]?.form.keys.randomElement(using: &generator) ?? key
            }
            if case .prompt(let prompt)? = desktop.seen[number]?.place,
                desktop.seen[number]?.form.keys.contains(key) == true
            {
                pressed[prompt] = key
            }
            record(desktop.handle(.pressed(number, key: key)))
            pressed = [:]
        }

        private mutating func reply() {
            guard !pending.isEmpty else { return }
            let action = pending.remove(at: Int.random(in: pending.indices, using: &generator))
            let isLost = Int.random(in: 0..<4, using: &generator) == 0
            switch action {
            case .answer(let prompt, let choice, _):
                lastRequest += 1
                let wait = Int.random(in: 0...30, using: &generator)
                let result = PromptsAPI.Result(
                    request: lastRequest, waitSeconds: wait, text: "So.")
                waits[lastRequest] = desktop.now + .seconds(wait)
                record(
                    desktop.handle(
                        .answered(
                            prompt: prompt, choice, isLost ? .failure(.timedOut) : .success(result)
                        )))
            case .confirm(let prompt, let request):
                let grant = UnblockAPI.Confirm.Reply(blocked: [])
                let refusal = UnblockAPI.WaitNotOver(remainingSeconds: 5)
                let isEarly = !isLost && Bool.random(using: &generator)
                if isEarly { waits[request] = desktop.now + .seconds(5) }
                record(
                    desktop.handle(
                        .confirmed(
                            prompt: prompt,
                            isLost
                                ? .failure(.disconnected)
                                : isEarly ? .failure(.refused(refusal)) : .success(grant))))
            case .keep(let prompt, _):
                record(
                    desktop.handle(
                        .kept(
                            prompt: prompt,
                            isLost ? .failure(.disconnected) : .success(.init(today: 1)))))
            case .count(let prompt): record(desktop.handle(.counted(prompt: prompt, moments: 1)))
            case .service, .learnNames, .attempt, .acknowledgeWelcome: break
            }
        }

        /// A prompt whose answer was not sent is visible, unless it was closed.
        mutating func check() {
            let places = desktop.seen.values.map(\.place)
            if places.count != Set(places).count { faults.append("seen twice: \(places)") }
            for (number, conversation) in desktop.desk.states {
                if case .waiting(let wait) = conversation.phase, wait.until <= desktop.now,
                    desktop.desk.deadline.map({ $0 > wait.until }) ?? true
                {
                    faults.append("no deadline for the wait of \(number)")
                }
            }
            if !desktop.isServed, !desktop.seen.isEmpty { faults.append("seen without a service") }
        }
    }

    @Test func holdsItsRulesInAnyOrder() {
        let seed = SeededGenerator.seed()
        var answers = 0
        for run in 0..<60 {
            var world = World(generator: SeededGenerator(seed: seed &+ UInt64(run)))
            for _ in 0..<150 {
                world.step()
                world.check()
            }
            answers += world.lastRequest - 100
            #expect(world.faults == [], "seed \(seed), run \(run)")
            // With the service there and everything replied to, all that asks is seen again once
            // it is raised again.
            _ = world.desktop.serve(true)
            for number in world.desktop.desk.states.keys {
                guard let conversation = world.desktop.desk.states[number],
                    conversation.isAsking
                else { continue }
                _ = world.desktop.handle(.opened(conversation.prompt))
                #expect(world.desktop[number] != nil, "seed \(seed), run \(run), \(number)")
            }
        }
        #expect(answers > 100, "seed \(seed): hardly anything was pressed")
    }
}
