/// The description of a whole rule file, from which all texts about the rules are generated.
enum RuleFile {
    /// The version of the format; each file has its own.
    static let version = Field(
        "version", .count(1...1), standard: 1,
        "The version of the file format.", example: 1)

    /// The keys at the top of a file, in the order in which they are explained.
    static let shape = Shape(
        "a map of sections", describing: [version.description] + Section.all.map(\.description))
}
