import Engine

/// Reports on prompts.
extension FactReporter {
    func promptClosed(_ closing: PromptEnd) -> FactReport {
        FactReport(
            [
                "prompt": closing.prompt, "closing": closing.closing.rawValue,
                "choice": closing.choice?.rawValue,
            ],
            text: "prompt \(closing.prompt) \(closing.closing.rawValue)"
                + (closing.choice.map { ": \($0.rawValue)" } ?? ""))
    }
}
