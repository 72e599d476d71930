extension RulesAPI {
    /// A rule file as it was read, or a list of sites that one names.
    package struct Source: Codable, Hashable, Sendable {
        /// Its path, or default/NAME.yaml for what is embedded in the program.
        package var path: String
        /// Which wins over which: 0 the defaults, 1 the machine's own, 2 the person's own.
        package var layer: Int
        /// Its whole text; empty for a list of sites.
        package var text: String
        /// Of a list of sites what stands for its content; left out for a rule file.
        package var digest: String?

        /// A source, part by part.
        package init(path: String, layer: Int, text: String, digest: String? = nil) {
            self.path = path
            self.layer = layer
            self.text = text
            self.digest = digest
        }
    }

    /// The texts of the rule files that were accepted last, whether all of it is in force already
    /// or an edit waits.
    package enum Sources: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.rules.Sources"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Tells one set of rule texts from another.
            package var fingerprint: String
            /// The files in the order read, then the lists of sites that they name.
            package var sources: [Source]

            /// The answer, part by part.
            package init(fingerprint: String, sources: [Source]) {
                self.fingerprint = fingerprint
                self.sources = sources
            }
        }
    }
}
