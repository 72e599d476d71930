/// What each input does.
extension Engine {
    mutating func take(_ input: Input, cause: inout Decision.Cause) {
        switch input {
        case .started, .observed, .tick, .clockChecked: break
        case .stopping:
            endUses()
            record(.daemonStopped)
        case .zone(let zone):
            if change(to: zone) { cause = .clock }
        case .rules(let rules, let weakened):
            if let refusal = takeWritten(rules, weakened) { answer(.refused(refusal)) }
            cause = .rules
        case .storeFailing(let isFailing): takeStoreFailing(isFailing)
        case .storeReplaced(let path): record(.storeReplaced(setAside: path))
        case .retained(let retention): record(.retained(retention))
        case .committed(let event): cause = takeCommitted(event)
        case .refusedByStore(let otherwise):
            takeRefused(otherwise)
            cause = .switch
        case .startProtection, .protectInstead, .answerPrompt:
            takeConversation(input)
            cause = .protection
        case .switch(let subject, let isOn):
            if let answer = `switch`(subject, isOn: isOn) { self.answer(answer) }
            cause = .switch
        case .attempt, .request, .keep, .confirm: takeConversation(input)
        case .answerCheckIn, .debugCheckIn:
            takeTracking(input)
            cause = .checkIn
        case .useOpened, .usesSeen, .useClosed, .idle, .reporterGone, .logOutcome, .addGoal,
            .contribute, .removeGoal, .name:
            takeTracking(input)
        }
    }

    private mutating func takeConversation(_ input: Input) {
        switch input {
        case .startProtection(let target, let length, let name, let isStrict):
            answer(protect(target, for: length, name: name, isStrict: isStrict))
        case .attempt(let place): answer(attempt(place))
        case .request(let place, let intent, let isPause):
            answer(request(place, intent, isPause: isPause))
        case .keep(let id): answer(keep(id))
        case .confirm(let id):
            if let answer = confirm(id) { self.answer(answer) }
        case .protectInstead(let id, let length): answer(protectInstead(id, for: length))
        case .answerPrompt(let id, let choice):
            if let answer = answer(prompt: id, choice) { self.answer(answer) }
        default: break
        }
    }

    private mutating func takeTracking(_ input: Input) {
        switch input {
        case .useOpened(let place): answer(openUse(place))
        case .usesSeen(let uses): answer(see(uses))
        case .useClosed(let use): answer(closeUse(use))
        case .idle(let reporter, let isIdle, let isLocked, let length):
            answer(takeAbsence(reporter, isIdle: isIdle, isLocked: isLocked, for: length))
        case .reporterGone(let reporter): forget(reporter: reporter)
        case .logOutcome(let request, let isBought, let amount, let regret):
            answer(log(request, isBought: isBought, amount: amount, regret: regret))
        case .answerCheckIn(let key, let isYes):
            if let answer = answer(checkIn: key, isYes: isYes) { self.answer(answer) }
        case .debugCheckIn(let key, let action):
            if let answer = debug(checkIn: key, action) { self.answer(answer) }
        case .addGoal(let name, let target, let day, let isFromKept):
            answer(add(name, target, by: day, isFromKept: isFromKept))
        case .contribute(let goal, let amount): answer(contribute(goal, amount))
        case .removeGoal(let goal): answer(remove(goal: goal))
        case .name(let place, let name): answer(self.name(place, name))
        default: break
        }
    }
}
