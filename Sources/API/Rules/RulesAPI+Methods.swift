extension RulesAPI {
    /// The rules in force.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Tells one set of rule texts from another.
            package var fingerprint: String
            /// When they came into force.
            package var loadedAt: String?
            /// The plan's key.
            package var plan: String
            /// The files, in the order read.
            package var files: [File]
            /// The entries, by kind and key.
            package var rules: [Rule]
            /// The edits that wait, in the order in which they were made; left out where none does.
            package var pendingEdits: [PendingEdit]?

            /// The answer, part by part.
            package init(
                fingerprint: String, loadedAt: String? = nil, plan: String, files: [File],
                rules: [Rule], pendingEdits: [PendingEdit]? = nil
            ) {
                self.pendingEdits = pendingEdits
                self.fingerprint = fingerprint
                self.loadedAt = loadedAt
                self.plan = plan
                self.files = files
                self.rules = rules
            }
        }
    }

    /// Checks rule files without putting them into force: those on disk as they are now, or a text
    /// in their company.
    package enum Check: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Check"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The text of one file, taken as one of the person's own; left out: only what is on
            /// disk.
            package var text: String?
            /// The name of that file, to stand in diagnostics and to replace the one on disk of
            /// that name; left out: "checked.yaml".
            package var name: String?

            /// What is asked, part by part.
            package init(text: String? = nil, name: String? = nil) {
                self.text = text
                self.name = name
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether they would be accepted.
            package var valid: Bool
            /// How many errors there are in all.
            package var errors: Int
            /// How many warnings there are in all.
            package var warnings: Int
            /// What is wrong, by file and line; at most the first 200.
            package var diagnostics: [Diagnostic]

            /// The answer, part by part.
            package init(valid: Bool, errors: Int, warnings: Int, diagnostics: [Diagnostic]) {
                self.valid = valid
                self.errors = errors
                self.warnings = warnings
                self.diagnostics = diagnostics
            }
        }
    }

    /// Reads the rule files and puts them into force; where the rules have weaker ones wait, what
    /// becomes weaker is in force later. Where they have an error, or as many edits wait as can,
    /// the answer is RulesRefused, and the rules that were in force stay so.
    package enum Reload: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Reload"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Tells one set of rule texts from another.
            package var fingerprint: String
            /// Whether they differ from what was in force.
            package var changed: Bool
            /// The warnings, by file and line; at most the first 200.
            package var diagnostics: [Diagnostic]
            /// The edits that wait now, in the order in which they were made; left out where none
            /// does.
            package var pendingEdits: [PendingEdit]?

            /// The answer, part by part.
            package init(
                fingerprint: String, changed: Bool, diagnostics: [Diagnostic],
                pendingEdits: [PendingEdit]? = nil
            ) {
                self.pendingEdits = pendingEdits
                self.fingerprint = fingerprint
                self.changed = changed
                self.diagnostics = diagnostics
            }
        }
    }

    /// What was wrong with the rule files when they were last read.
    package enum Diagnostics: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Diagnostics"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether they were refused, so that an earlier set is in force.
            package var refused: Bool
            /// When they were last read.
            package var readAt: String?
            /// How many errors there are in all.
            package var errors: Int
            /// How many warnings there are in all.
            package var warnings: Int
            /// What is wrong, by file and line; at most the first 200.
            package var diagnostics: [Diagnostic]

            /// The answer, part by part.
            package init(
                refused: Bool, readAt: String? = nil, errors: Int, warnings: Int,
                diagnostics: [Diagnostic]
            ) {
                self.refused = refused
                self.readAt = readAt
                self.errors = errors
                self.warnings = warnings
                self.diagnostics = diagnostics
            }
        }
    }

    /// Every variable that conditions may read.
    package enum Variables: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Variables"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The variables, in the order of the documentation.
            package var variables: [Variable]

            /// The answer, part by part.
            package init(variables: [Variable]) {
                self.variables = variables
            }
        }
    }
}
