/// The typed calls of `org.soteria.rules`.
///
/// The rule files: what is in force, what is wrong, and the variables of conditions.
package enum RulesAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.rules"
}

/// The types of `org.soteria.rules`, as its file declares them.
extension RulesAPI {
    /// How bad a diagnostic is.
    package enum Severity: String, Codable, Hashable, Sendable, CaseIterable {
        /// The rules are refused because of it.
        case error
        /// The rules are accepted, but perhaps not what was meant.
        case warning
    }

    /// Another place that has to do with a diagnostic.
    package struct Note: Codable, Hashable, Sendable {
        /// The path of the file.
        package var file: String
        /// The line, from 1; left out where it is about the whole file.
        package var line: Int?
        /// The column, from 1, in characters; left out where it is about the whole file.
        package var column: Int?
        /// What is to be known, in words.
        package var message: String

        /// The value with all that it holds.
        package init(file: String, line: Int? = nil, column: Int? = nil, message: String) {
            self.file = file
            self.line = line
            self.column = column
            self.message = message
        }
    }

    /// Something wrong in a rule file.
    package struct Diagnostic: Codable, Hashable, Sendable {
        /// How bad it is.
        package var severity: Severity
        /// What is wrong, in words.
        package var message: String
        /// A near name that may have been meant; left out where there is none.
        package var suggestion: String?
        /// The path of the file or directory.
        package var file: String
        /// The line, from 1; left out where it is about the whole file.
        package var line: Int?
        /// The column, from 1, in characters; left out where it is about the whole file.
        package var column: Int?
        /// The line's text around that place; left out where it is about the whole file.
        package var excerpt: String?
        /// How many characters of the excerpt stand before the one that is meant.
        package var caret: Int?
        /// Other places that have to do with it.
        package var notes: [Note]

        /// The value with all that it holds.
        package init(
            severity: Severity, message: String, suggestion: String? = nil, file: String,
            line: Int? = nil, column: Int? = nil, excerpt: String? = nil, caret: Int? = nil,
            notes: [Note]
        ) {
            self.severity = severity
            self.message = message
            self.suggestion = suggestion
            self.file = file
            self.line = line
            self.column = column
            self.excerpt = excerpt
            self.caret = caret
            self.notes = notes
        }
    }

    /// Whose directory a file lies in; later ones win over earlier ones.
    package enum Layer: String, Codable, Hashable, Sendable, CaseIterable {
        /// What is installed with the program, or embedded in it.
        case defaults
        /// /etc/soteria/rules.d.
        case machine
        /// The person's own directory.
        case person
    }

    /// A rule file.
    package struct File: Codable, Hashable, Sendable {
        /// Its path, or default/NAME.yaml for what is embedded in the program.
        package var path: String
        /// Whose directory it lies in.
        package var layer: Layer

        /// The value with all that it holds.
        package init(path: String, layer: Layer) {
            self.path = path
            self.layer = layer
        }
    }

    /// What a rule is.
    package enum RuleKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A group of apps and sites.
        case target
        /// A quiet-hours schedule.
        case quietHours = "quiet_hours"
        /// A factor of the risk score.
        case riskFactor = "risk_factor"
        /// A rule by which the daemon protects by itself.
        case autoProtection = "auto_protection"
        /// A question that is asked every day.
        case checkIn = "check_in"
        /// A limit of how long a target may be used.
        case budget
    }

    /// One entry of the rules in force.
    package struct Rule: Codable, Hashable, Sendable {
        /// What it is.
        package var kind: RuleKind
        /// Its key.
        package var rule: String
        /// The name that people see; the key where it has none.
        package var name: String
        /// The file that the entry came from; left out where that is not known.
        package var file: String?
        /// Of an entry that the files no longer have so: until when it holds on; left out with the
        /// others.
        package var until: String?

        /// The value with all that it holds.
        package init(
            kind: RuleKind, rule: String, name: String, file: String? = nil, until: String? = nil
        ) {
            self.until = until
            self.kind = kind
            self.rule = rule
            self.name = name
            self.file = file
        }
    }

    /// Whether a variable may decide by itself.
    package enum VariableKind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Tracked by itself.
        case automatic
        /// Typed in by the person.
        case reported
    }

    /// A variable that conditions may read.
    package struct Variable: Codable, Hashable, Sendable {
        /// Its name, such as local.hour.
        package var name: String
        /// Its type in the Common Expression Language.
        package var type: String
        /// Whether it is tracked or typed in.
        package var kind: VariableKind
        /// What it holds, in words.
        package var summary: String
        /// Its value now, as the Common Expression Language writes it; left out where it has none.
        package var value: String?

        /// The value with all that it holds.
        package init(
            name: String, type: String, kind: VariableKind, summary: String, value: String? = nil
        ) {
            self.name = name
            self.type = type
            self.kind = kind
            self.summary = summary
            self.value = value
        }
    }
}
