/// The pages of this room.
enum MetricsRoom {
    static let routes: [Route] = []
}
