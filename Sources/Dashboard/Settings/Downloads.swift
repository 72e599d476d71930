import API
import Foundation

/// The record as a file for other programs.
enum ExportFile {
    /// The file that the query asks for: `?table=events&format=jsonl`.
    static func download(_ context: PageContext) throws -> PageResponse {
        let query = context.request.query
        guard let table = query["table"].flatMap(MetricsAPI.Table.init),
            let format = query["format"].flatMap(MetricsAPI.Format.init)
        else { throw PageNotFound() }
        let asked = MetricsAPI.Export.Parameters(format: format, table: table)
        do {
            // A refusal is said on a page: once a download has begun it can only break off.
            try context.daemon.follow(MetricsAPI.Export.self, asked) { _ in false }
        } catch CallFailure.refused(let error) {
            return try SettingsPage.show(
                context, error: ErrorMessage.words(error, context.environment))
        }
        let type = format == .csv ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8"
        return .download(
            .init(name: "soteria-\(table.rawValue).\(format.rawValue)", contentType: type) {
                daemon, write in
                try daemon.follow(MetricsAPI.Export.self, asked) { reply in
                    try write(Array(reply.text.utf8))
                    return true
                }
            })
    }
}

/// A copy of the record as one SQLite file.
enum BackupFile {
    static func download(_ context: PageContext) throws -> PageResponse {
        let status = try context.daemon.call(DaemonAPI.GetStatus.self)
        guard status.store.healthy else {
            let words = context.texts(
                "settings.unreadable", ["reason": status.store.problem ?? ""])
            return try SettingsPage.show(context, error: words)
        }
        let day = Moment(status.now).map { "-\($0.day)" } ?? ""
        return .download(
            .init(name: "soteria-backup\(day).db", contentType: "application/vnd.sqlite3") {
                daemon, write in
                var missing: Int?
                try daemon.follow(DaemonAPI.Backup.self, NoMembers()) { reply in
                    guard let data = reply.data else { return true }
                    guard let bytes = Data(base64Encoded: data) else {
                        throw CallFailure.broken("a part of the backup is not valid base64")
                    }
                    missing = (missing ?? reply.size) - bytes.count
                    try write(Array(bytes))
                    return true
                }
                guard missing == 0 else { throw CallFailure.broken("the backup is incomplete") }
            })
    }
}
