extension InterfaceShapeTests {
    static let dashboard = """
        method Open
          page: ?string
          -> file: string
        error NotWritable
          reason: string
        """
}
