/// The pages of this room.
enum SettingsRoom {
    static let routes: [Route] = []
}
