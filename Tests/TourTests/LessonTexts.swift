/// What each lesson prints, to the letter.
let lessonTexts = [
  #"""
  Lesson 1: No container

  A barista needs a coffee machine, which needs a grinder, which needs beans: what somebody needs
  is passed to its initializer, and that alone is dependency injection.

      Coffee from Kenya
      Coffee from Peru
      Do they share a machine? false

  It works, but each barista got a machine of its own, every place that wants one has to know
  about beans, and a machine that also needs a boiler would change all of these places.

  """#,
  #"""
  Lesson 2: A container

  A container keeps one factory for each service: a closure that makes a component and asks the
  container for whatever that component needs.

      Coffee from Kenya
      Coffee from Kenya

  To resolve a service is to ask the container for it: who resolves a barista no longer knows
  about beans, and a machine that needs a boiler would change one factory.

  """#,
  #"""
  Lesson 3: A test double

  When the service is a protocol, nothing that uses it knows which component stands behind it, so
  a test can register another one: a test double.

      WallClock works.
      SundayClock works too: 250 cents on a Sunday.

  Registering the same service again replaced its factory, and since an order does not choose its
  clock, what it costs on a Sunday can be tested on any day.

  """#,
  #"""
  Lesson 4: Lifetimes

  A lifetime says how long the container keeps what a factory made: a transient is made at each
  use, a lazy singleton once, at its first use, and an eager singleton once, by bootstrap().

      A menu is made.
      Before bootstrap():
        a shop is made
      After bootstrap():
        a cup is made
        a cup is made
      Is it the same cup? false
        a machine is made
      Is it the same machine? true

  A factory without a label is a transient, an eager singleton may also be a finished instance
  such as the menu, and bootstrap() freezes the container: to register later ends the program.

  """#,
  #"""
  Lesson 5: Names

  The container finds a factory by its key, and the type of the service is only a part of it: with
  a name as well, one service can have several factories.

      water
      two shots
      water + two shots + one shot, milk

  The unnamed key and each named one live side by side, and resolveAll gives every one of them in
  the order in which they were registered.

  """#,
  #"""
  Lesson 6: Runtime arguments

  Some of what a component needs is known only at run time, such as the name of a guest: a factory
  takes it as a parameter after the container, and whoever resolves passes it.

      Ana pays 300 cents.
      Ben pays 900 cents.
      With a number alone: nothing

  The types of the arguments are the last part of the key, so the factory with a name and the one
  with a name and a number are two, and a call that matches neither finds nothing.

  """#,
  #"""
  Lesson 7: Optional dependencies

  Not every dependency has to be there: the subscript gives nil in place of an error, and a
  property whose type is optional is simply nil where its service is not registered.

      Is a radio registered? false
      The subscript: nil
      The shop is quiet.
      The subscript: Jazz FM
      The shop plays Jazz FM.

  The shop without a radio is quiet, not broken: make a dependency optional where the component
  can do its work without it, and nowhere else.

  """#,
  #"""
  Lesson 8: Errors that say where

  Where something is missing, resolve throws an error that names it, the path that led to it from
  the service that was asked for, and what is registered in its place.

      'Beans "kenya"' is not registered.
        Path: Barista → Machine → Beans "kenya"
        Registered for Beans: Beans "peru"
      Sold out until Monday.

  Read such an error from the right: the last name on the path is missing, the one before it asked
  for it, and an error that a factory throws itself reaches you unchanged.

  """#,
  #"""
  Lesson 9: Autowire

  A factory that only resolves each parameter of an initializer says nothing new, and autowire
  writes it for you.

      Beans from Kenya
      Radio: none

  It works with every lifetime and any number of dependencies, and one with an optional type, such
  as the radio, is nil where it is not registered.

  """#,
  #"""
  Lesson 10: Providers

  A provider is a type that registers the services that belong together, so a large program keeps
  its registrations in several files and every part can be left out or replaced as a whole.

      soup, cake
      Menu: lazySingleton (made)
      Waiter: transient

  The description of the container lists its registrations in order, whichever provider they came
  from, and a provider never has to care what the others have registered before it.

  """#,
  #"""
  Lesson 11: Child containers

  A child container sees everything that its parent has registered and may register more, or its
  own version, for itself alone: a branch of the shop, the session of a user, one test.

      Shop: coffee from Kenya
      Branch: coffee from Peru
      Do they share the till? true

  A transient of the parent was made with what the child registers, the till is a singleton of
  the parent and shared, and the parent never sees what a child does.

  """#,
  #"""
  Lesson 12: Rings

  Two components that need each other form a ring, and factories alone can never close it: each
  would have to be finished before the other.

      Circular dependency: Owner → Dog → Owner
      Is the dog's owner its own? true

  The callback initCompleted runs once everything is made and sets the second half as a property,
  weak where the two would otherwise keep each other alive for ever.

  """#,
  #"""
  Lesson 13: Threads

  Every method of the container may be called from every thread, so a hundred tasks can ask for
  one singleton at the same moment.

      a till is made
      Total: 300

  The factory ran once and all got the same till; what the till does with a hundred tasks at a
  time is its own affair, which is why it is an actor here.

  """#,
]
