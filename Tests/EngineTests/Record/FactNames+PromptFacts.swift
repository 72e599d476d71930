import RuleModel

@testable import Engine

/// The rows of prompts.
extension FactNames {
    static let promptRows: [(fact: Fact, json: String)] = [
        (
            .promptClosed(PromptEnd(prompt: 3, closing: .answered, choice: .why)),
            #"{"promptClosed":{"choice":"why","closing":"answered","prompt":3}}"#
        ),
        (
            .promptClosed(PromptEnd(prompt: 3, closing: .expired)),
            #"{"promptClosed":{"closing":"expired","prompt":3}}"#
        ),
    ]
}
