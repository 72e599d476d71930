/// The readers of texts and bytes from outside, by the names that `Tests/Fuzz/run` takes.
///
/// Each target holds it to promises (`promise`) besides that of not crashing.
enum FuzzTarget: String, CaseIterable, Sendable {
    case expression, rules, json, interface, framing, client, messaging, codec
    case `import`

    /// Runs one input.
    func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch self {
        case .expression: ExpressionTarget.run(bytes)
        case .rules: RulesTarget.run(bytes)
        case .json: JSONTarget.run(bytes)
        case .interface: InterfaceTarget.run(bytes)
        case .framing: FramingTarget.run(bytes)
        case .client: ClientTarget.run(bytes)
        case .messaging: MessagingTarget.run(bytes)
        case .codec: CodecTarget.run(bytes)
        case .import: ImportTarget.run(bytes)
        }
    }
}
