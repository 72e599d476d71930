/// The pages of this room.
enum PauseRoom {
    static let routes: [Route] = []
}
