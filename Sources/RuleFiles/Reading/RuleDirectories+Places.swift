extension RuleDirectories {
    /// A directory that rule files are read from.
    package struct Place: Hashable, Sendable {
        /// Its absolute path.
        package var path: String
        /// Its number among the layers, as in `RuleText`; 0 the shipped defaults.
        package var layer: Int
    }

    /// The directories with their layers, in the order in which they are read; not the embedded
    /// defaults, nor single files.
    package var places: [Place] {
        layers.enumerated().compactMap { index, layer in
            switch layer {
            case .defaults(let path): path.map { Place(path: $0, layer: 0) }
            case .directory(let path, _): Place(path: path, layer: index)
            case .files: nil
            }
        }
    }
}
