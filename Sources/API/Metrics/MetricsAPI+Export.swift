/// The record as text.
extension MetricsAPI {
    /// A form of text that is exported.
    package enum Format: String, Codable, Hashable, Sendable, CaseIterable {
        /// JSON Lines: one object a line.
        case jsonl
        /// Comma-separated values as of RFC 4180, with a header row.
        case csv
    }

    /// What is exported.
    package enum Table: String, Codable, Hashable, Sendable, CaseIterable {
        /// Every recorded event, without loss: what can be imported again.
        case events
        /// One row for each unblock request, with all that is recorded of it.
        case requests
    }

    /// What is recorded as the text of one file; needs "more". The replies are its pieces in order.
    package enum Export: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.metrics.Export"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The form of the text.
            package var format: Format
            /// What is exported.
            package var table: Table

            /// What is asked, part by part.
            package init(format: Format, table: Table) {
                self.format = format
                self.table = table
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next piece.
            package var text: String

            /// The answer, part by part.
            package init(text: String) {
                self.text = text
            }
        }
    }
}
