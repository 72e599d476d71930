/// A rule file as a whole: what every generated text about the rules is made of.
enum RuleFile {
    /// The version of the form, which the file says and not the set.
    static let version = Field(
        "version", .count(1...1), standard: 1,
        "The version of the form that the file is written in.", example: 1)

    /// The keys at the top of a file, in the order in which they are explained.
    static let shape = Shape(
        "a map of sections", describing: [version.description] + Section.all.map(\.description))
}
