import RuleModel

package struct PromptEnd: FactPayload {
    package var prompt: Int64
    package var closing: Prompt.Closing
    /// The answer; nil if none was given.
    package var choice: Prompt.Choice?

    package func apply(to state: inout State, _ event: Event) {
        state.prompts.removeAll { $0.id == prompt }
    }
}
