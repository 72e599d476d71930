/// The pages of this room.
enum GoalsRoom {
    static let routes: [Route] = []
}
