extension MetricsAPI {
    /// The figures of a range.
    package enum Get: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.metrics.Get"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Which range; left out: this_week.
            package var range: Range?
            /// Its first day; only with custom, and then needed.
            package var from: String?
            /// Its last day; only with custom, left out: today.
            package var to: String?

            /// What is asked, part by part.
            package init(range: Range? = nil, from: String? = nil, to: String? = nil) {
                self.range = range
                self.from = from
                self.to = to
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The figures.
            package var metrics: Metrics

            /// The answer, part by part.
            package init(metrics: Metrics) {
                self.metrics = metrics
            }
        }
    }

    /// What can be said of a range.
    package enum Insights: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.metrics.Insights"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Which range; left out: this_week.
            package var range: Range?
            /// Its first day; only with custom, and then needed.
            package var from: String?
            /// Its last day; only with custom, left out: today.
            package var to: String?

            /// What is asked, part by part.
            package init(range: Range? = nil, from: String? = nil, to: String? = nil) {
                self.range = range
                self.from = from
                self.to = to
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// What the numbers support, what matters most first; empty where they support nothing.
            package var insights: [Insight]

            /// The answer, part by part.
            package init(insights: [Insight]) {
                self.insights = insights
            }
        }
    }

    /// The next hour that is likely to be a risky one: the person is told at its start, at most
    /// once a day.
    package enum Prediction: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.metrics.Prediction"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next such hour within a week; left out where there is none.
            package var next: RiskyHour?
            /// Why it is one, in words with the numbers; left out as above.
            package var text: String?
            /// Whether the person is told of it: the plan allows that.
            package var enabled: Bool

            /// The answer, part by part.
            package init(next: RiskyHour? = nil, text: String? = nil, enabled: Bool) {
                self.next = next
                self.text = text
                self.enabled = enabled
            }
        }
    }
}
