/// What the code of each lesson prints, to the letter.
let printedByLesson = [
  1: """
  Ana: Coffee from Kenya
  Ben: Coffee from Peru
  Do they share a machine? false

  """,
  2: """
  Ana: Coffee from Kenya
  Ben: Coffee from Kenya

  """,
  3: """
  Registering
    a menu is made
  bootstrap()
    a shop is made
  Two guests
    a cup is made
    a cup is made
  One cup for both? false
    a machine is made
  One machine for both? true

  """,
  4: """
  Just a drink: water
  A strong one: two shots
  All of them:
  - water
  - two shots
  - one shot, milk

  """,
  5: """
  Ana pays 300 cents.
  Ben pays 900 cents.
  Is there a bill for 3? false

  """,
  6: """
  Beans from Kenya
  The radio plays nothing

  """,
  7: """
  'Beans "kenya"' is not registered.
    Path: Barista → Machine → Beans "kenya"
    Registered for Beans: Beans "peru"
  Sold out until Monday.

  """,
  8: """
  The shop plays nothing.
  'Radio "kichten"' is not registered.
    Path: Shop → Radio "kichten"
    Registered for Radio: Radio "kitchen"

  """,
  9: """
  Today:  300 cents
  Sunday: 250 cents

  """,
  10: "Thank you! The till has 300 cents.\n",
  11: """
  The shop:
  'Beans' is not registered.
    Path: Barista → Machine → Beans
    Path: Machine → Beans
  'Bill (String)' needs arguments and was not checked: resolve it in the closure of verify.

  The branch:
  No errors.
  'Radio' is not registered and was asked for as an optional (Barista → Radio): register it, \
  unless it may be absent.
  'Beans' is registered here, but 'Machine' is a singleton of a parent and uses the parent's: \
  register 'Machine' here too, or replace 'Beans' in the parent.

  """,
  12: """
  Today: soup, cake
  Menu: lazySingleton (made)
  Waiter: transient

  """,
  13: "Here you are: 6 warm rolls.\n",
  14: """
  Shop:   coffee from Kenya
  Branch: coffee from Peru
  Do they share a till? true

  """,
  15: """
  Circular dependency: Owner → Dog → Owner
  Is the dog's owner its own? true

  """,
  16: """
  A till is made.
  Total: 30000

  """,
]

/// What the code of each solution prints. The one of the lesson about tests is a test.
let printedBySolution = [
  1: """
  Ana: Coffee from Kenya
  Ben: Coffee from Kenya
  Do they share a machine? true

  """,
  2: """
  Ana: Coffee from Peru
  Ben: Coffee from Peru

  """,
  3: """
  bootstrap()
    a machine is made
    a shop is made
  The first guest
    a cup is made

  """,
  4: "A double: two shots, two shots\n",
  5: "Each of Ana and Ben pays 300 cents.\n",
  6: """
  Beans from Kenya
  The radio plays Jazz FM

  """,
  7: "Coffee from Peru\n",
  8: """
  The shop plays Jazz FM.
  The shop plays nothing.

  """,
  9: """
  Sunday: 250 cents
  Questions: 1

  """,
  11: """
  No errors.
  'Radio' is not registered and was asked for as an optional (Barista → Radio): register it, \
  unless it may be absent.
  Beans: Peru

  """,
  12: "Today: falafel\n",
  13: "By bicycle: Here you are: 4 warm rolls.\n",
  14: "Do they share a till? false\n",
  15: "Is the dog's owner its own? true\n",
  16: """
  The menu is loaded.
  Today: soup, cake

  """,
]
