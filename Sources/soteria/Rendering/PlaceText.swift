/// Sites and apps, as people call them.
enum PlaceText {
    /// An app: its id, or the name of the executable that stands for it.
    static func app(_ app: String) -> String {
        guard app.hasPrefix("/"), let name = app.split(separator: "/").last else { return app }
        return String(name)
    }
}
