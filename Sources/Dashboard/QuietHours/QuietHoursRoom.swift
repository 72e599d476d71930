/// The pages of this room.
enum QuietHoursRoom {
    static let routes: [Route] = []
}
