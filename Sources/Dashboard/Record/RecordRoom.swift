/// The pages of this room.
enum RecordRoom {
    static let routes: [Route] = []
}
