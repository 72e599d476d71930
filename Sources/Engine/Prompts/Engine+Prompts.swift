/// What a person answers to what they are asked or told.
extension Engine {
    /// The answers that are worth offering now, the first one first: what is strict can only be
    /// kept.
    package func choices(of prompt: Prompt) -> [Prompt.Choice] {
        let isStrict = prompt.kind == .blockedOpened && strictest(of: prompt.targets) != nil
        return isStrict ? [.keep] : prompt.kind.choices
    }

    /// Closes the prompts whose time is over.
    mutating func settlePrompts() {
        for prompt in state.prompts where prompt.expires.isOver(at: clock.last) {
            record(.promptClosed(PromptClosing(prompt: prompt.id, closing: .expired)))
        }
    }
}
