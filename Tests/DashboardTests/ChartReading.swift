import Foundation
import FoundationXML
import Testing

@testable import Dashboard

/// An element of a chart as a browser sees it.
final class ChartElement {
    let name: String
    let attributes: [String: String]
    weak var parent: ChartElement?
    fileprivate(set) var children: [ChartElement] = []
    /// The text that stands in it and in what it holds.
    fileprivate(set) var text = ""

    init(_ name: String, _ attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    /// This element and all in it, in the order of the document.
    var all: [ChartElement] { [self] + children.flatMap(\.all) }
    var classes: [String] { attributes["class"]?.split(separator: " ").map(String.init) ?? [] }

    func named(_ name: String) -> [ChartElement] { all.filter { $0.name == name } }
    func with(class name: String) -> [ChartElement] { all.filter { $0.classes.contains(name) } }
    func number(_ attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }
}

/// A chart's HTML read as XML: what is not well formed is no chart.
struct ChartReading {
    struct Malformed: Error {
        let html: String
    }

    let figure: ChartElement

    init(_ html: String) throws {
        let parser = XMLParser(data: Data(html.utf8))
        let builder = Builder()
        parser.delegate = builder
        guard parser.parse(), builder.isComplete, let first = builder.root.children.first,
            builder.root.children.count == 1
        else { throw Malformed(html: html) }
        figure = first
    }

    /// The picture in one form.
    func picture(_ width: ChartWidth) throws -> ChartElement {
        try #require(figure.children.first { $0.classes == ["chart-\(width)"] })
    }

    /// The texts of a form's labels, in the order of the document.
    func labels(_ width: ChartWidth, class name: String = "chart-label") throws -> [String] {
        try picture(width).named("text").filter { $0.classes.contains(name) }.map(\.text)
    }

    /// The cells of the tables, row by row, with their heads.
    var tables: [[[String]]] {
        figure.named("table").map { table in
            table.named("tr").map { row in row.children.map(\.text) }
        }
    }

    var isEmpty: Bool { figure.named("svg").isEmpty }

    private final class Builder: NSObject, XMLParserDelegate {
        let root = ChartElement("document")
        private var open: [ChartElement] = []
        var isComplete: Bool { open.isEmpty }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            let element = ChartElement(name, attributes)
            let parent = open.last ?? root
            element.parent = parent
            parent.children.append(element)
            open.append(element)
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            for element in open { element.text += string }
        }
    }
}
