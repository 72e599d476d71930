import Foundation
import PackagePlugin

/// Embeds a target's non-source files: `EmbeddedFiles.all` holds their bytes by path.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url)
            .sorted { $0.path < $1.path }
        let directory = target.directoryURL.path(percentEncoded: false)
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: try context.tool(named: "embed-files").url,
                arguments: [output.path(percentEncoded: false), directory]
                    + files.map { $0.path(percentEncoded: false) },
                inputFiles: files, outputFiles: [output])
        ]
    }
}
