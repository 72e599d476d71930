extension InterfaceShapeTests {
    static let budgets = """
        method List
          -> budgets: []Budget
        type Weekday
          mon
          tue
          wed
          thu
          fri
          sat
          sun
        type Period
          hour
          day
          week
        type Budget
          budget: string
          name: string
          target: string
          limit: int
          used: int
          left: int
          per: Period
          resets: string
          from: string
          until: string
          reached: bool
          strict: bool
          days: ?[]Weekday
          counts: ?bool
          grantedUntil: ?string
        """
}
