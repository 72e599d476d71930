/// The pages of this room.
enum RulesRoom {
    static let routes: [Route] = []
}
