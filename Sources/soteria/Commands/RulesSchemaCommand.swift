import ArgumentParser
import RuleFiles

/// `soteria rules schema`: the JSON Schema of rule files, for editors, without the daemon.
struct RulesSchemaCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of rule files, for editors.",
        discussion: """
            Draft 07, as editors that know YAML read it. Save it beside your rules and name it in \
            the first line of each file:
              # yaml-language-server: $schema=./soteria.schema.json
            """)

    @Option(
        name: .shortAndLong, help: "Write it to a file, which is replaced whole or not at all.",
        completion: .file(extensions: ["json"]))
    var output: String?

    func run(in surroundings: Surroundings) throws {
        guard let output else {
            surroundings.output(RuleSchema.text)
            return
        }
        let file = try WholeFile(output, replaces: true, mode: 0o644)
        try file.write(RuleSchema.text.utf8)
        try file.finish()
    }
}
