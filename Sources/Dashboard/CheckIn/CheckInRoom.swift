/// The pages of this room.
enum CheckInRoom {
    static let routes: [Route] = []
}
