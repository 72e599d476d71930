extension PromptsAPI {
    /// What is open now, by number.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.prompts.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The open prompts.
            package var prompts: [Prompt]

            /// The answer, part by part.
            package init(prompts: [Prompt]) {
                self.prompts = prompts
            }
        }
    }

    /// Follows the prompts; needs "more". The first reply has all that are open, every later one
    /// what was opened or closed.
    package enum Monitor: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.prompts.Monitor"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// In the first reply: what is open, by number.
            package var prompts: [Prompt]?
            /// In later replies: what was opened; one of the same number replaces it.
            package var opened: Prompt?
            /// In later replies: the number of what was closed.
            package var closed: Int?
            /// With closed: why.
            package var closing: Closing?

            /// The answer, part by part.
            package init(
                prompts: [Prompt]? = nil, opened: Prompt? = nil, closed: Int? = nil,
                closing: Closing? = nil
            ) {
                self.prompts = prompts
                self.opened = opened
                self.closed = closed
                self.closing = closing
            }
        }
    }

    /// Gives the person's answer.
    package enum Answer: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.prompts.Answer"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The prompt's number.
            package var prompt: Int
            /// The answer.
            package var choice: Choice

            /// What is asked, part by part.
            package init(prompt: Int, choice: Choice) {
                self.prompt = prompt
                self.choice = choice
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// What it led to.
            package var result: AnswerResult

            /// The answer, part by part.
            package init(result: AnswerResult) {
                self.result = result
            }
        }
    }
}
