/// The pages of this room.
enum PlacesRoom {
    static let routes: [Route] = []
}
