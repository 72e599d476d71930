/// The certification interface in Varlink's interface description language.
enum CertificationInterface {
    static let name = "org.varlink.certification"

    static let text = """
        # The certification of Varlink implementations. A client calls Start, Test01 to Test11 and
        # End, and passes on to each what the one before it answered.
        interface org.varlink.certification

        # Nullable, nested and anonymous types.
        type Interface (
          # A nullable array of nullable maps of an enum.
          foo: ?[]?[string](foo, bar, baz),
          # A struct without a name.
          anon: (foo: bool, bar: bool)
        )

        # Each kind of type once.
        type MyType (
          # Foreign JSON.
          object: object,
          # One of three words.
          enum: (one, two, three),
          # A struct without a name.
          struct: (first: int, second: string),
          # A list.
          array: []string,
          # A map.
          dictionary: [string]string,
          # A set: a map whose members hold nothing.
          stringset: [string](),
          # Null here.
          nullable: ?string,
          # Null here.
          nullable_array_struct: ?[](first: int, second: string),
          # The type above.
          interface: Interface
        )

        # Begins a round and names it.
        method Start() -> (client_id: string)

        # Each further method checks that it was called in turn and with what it wants.
        method Test01(client_id: string) -> (bool: bool)

        # Passes a bool on.
        method Test02(client_id: string, bool: bool) -> (int: int)

        # Passes an int on.
        method Test03(client_id: string, int: int) -> (float: float)

        # Passes a float on.
        method Test04(client_id: string, float: float) -> (string: string)

        # Passes a string on.
        method Test05(client_id: string, string: string) -> (
          bool: bool,
          int: int,
          float: float,
          string: string
        )

        # Passes several parameters on.
        method Test06(
          client_id: string,
          bool: bool,
          int: int,
          float: float,
          string: string
        ) -> (struct: (bool: bool, int: int, float: float, string: string))

        # Passes a struct on.
        method Test07(
          client_id: string,
          struct: (bool: bool, int: int, float: float, string: string)
        ) -> (map: [string]string)

        # Passes a map on.
        method Test08(client_id: string, map: [string]string) -> (set: [string]())

        # Passes a set on.
        method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

        # Is called with more and answers ten times.
        method Test10(client_id: string, mytype: MyType) -> (string: string)

        # Is called oneway, with the ten answers.
        method Test11(client_id: string, last_more_replies: []string) -> ()

        # Ends the round.
        method End(client_id: string) -> (all_ok: bool)

        # No round has that name.
        error ClientIdError ()

        # A call that was not what its turn wants.
        error CertificationError (wants: object, got: object)

        """
}
