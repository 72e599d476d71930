import Foundation
import PackagePlugin

/// Generates the Swift types of a target's `.varlink` files while the target is built.
@main
struct InterfaceGenerator: BuildToolPlugin {
    /// One command for all files, because the generated list of interfaces names each of them.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let interfaces = target.sourceFiles(withSuffix: "varlink").map(\.url)
            .sorted { $0.path < $1.path }
        let directory = context.pluginWorkDirectoryURL
        let outputs =
            interfaces.map { $0.deletingPathExtension().lastPathComponent } + ["Interfaces"]
        return [
            .buildCommand(
                displayName: "Generating Swift from \(interfaces.count) interfaces",
                executable: try context.tool(named: "interface-generator").url,
                arguments: [directory.path] + interfaces.map(\.path),
                inputFiles: interfaces,
                outputFiles: outputs.map { directory.appending(component: "\($0).swift") })
        ]
    }
}
