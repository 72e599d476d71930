/// Numbers of things.
enum Count {
    /// `1 error`, `2 errors`.
    static func text(_ count: Int, _ thing: String) -> String {
        "\(count) \(thing)\(count == 1 ? "" : "s")"
    }

    /// `1 hash`, `2 hashes`.
    static func named(_ count: Int, _ one: String, _ several: String) -> String {
        "\(count) \(count == 1 ? one : several)"
    }

    /// `4 files`, or `1 file (and 3 shipped)` where some of all the files came with Soteria.
    static func files(_ all: Int, shipped: Int) -> String {
        text(all - shipped, "file") + (shipped > 0 ? " (and \(shipped) shipped)" : "")
    }
}
