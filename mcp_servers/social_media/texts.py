"""What people write about: topics, things said of them, and how others answer.

`{city}` and `{name}` are filled from the names of the world.
"""

from __future__ import annotations

from typing import Final

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "gardening": (
        "The tomatoes in {city} are early this year",
        "Planted forty bulbs with {name} today",
        "Does anybody else fight snails in {city}",
    ),
    "cycling": (
        "Rode to {city} and back before lunch",
        "Two punctures on the way to {city}",
        "{name} talked me into a century ride",
    ),
    "baking": (
        "Sourdough number twelve, recipe by {name}",
        "The best rye bread is sold in {city}",
        "My oven died halfway through the cake for {name}",
    ),
    "photography": (
        "Fog over {city} this morning",
        "Bought the old camera of {name}",
        "Night shots from the roof in {city}",
    ),
    "chess": (
        "Lost to {name} in nineteen moves",
        "The club in {city} looks for beginners",
        "Studying rook endings on the train to {city}",
    ),
    "astronomy": (
        "Saw the rings from a field near {city}",
        "{name} built a telescope from scratch",
        "Too many lights in {city} for meteors",
    ),
    "sailing": (
        "Windless weekend on the lake at {city}",
        "First regatta with {name} as skipper",
        "Who has a berth free in {city}",
    ),
    "knitting": (
        "Finished the jumper for {name} at last",
        "The wool shop in {city} is closing",
        "Cables are easier than {name} told me",
    ),
    "birdwatching": (
        "A hoopoe in {city}, of all places",
        "{name} heard the first cuckoo",
        "The marsh by {city} is full of herons",
    ),
    "woodworking": (
        "A bench for {name} out of one plank",
        "Does anyone sell dry oak around {city}",
        "Dovetails by hand, the third attempt, thanks {name}",
    ),
    "running": (
        "The half marathon in {city} is sold out",
        "Ran ten miles with {name} in the rain",
        "New shoes, old knees, see you in {city}",
    ),
    "opera": (
        "Standing places in {city} are worth it",
        "{name} cried in the second act",
        "Three encores in {city} last night",
    ),
    "coffee": (
        "The new roaster in {city} is excellent",
        "{name} drinks it with salt",
        "Grinder broken, send help to {city}",
    ),
    "trains": (
        "The night train to {city} is back",
        "Five hours late in {city}, but a good chat",
        "{name} collects timetables, too",
    ),
    "ceramics": (
        "The kiln in {city} has been fired again",
        "{name} glazed my favourite bowl",
        "Open studio in {city} on Sunday",
    ),
    "climbing": (
        "Sent the overhang in {city} today",
        "{name} is the best belayer I know",
        "Looking for a partner near {city}",
    ),
}
"""Topic -> texts."""

ANSWERS: Final = (
    "Lovely, say hello to {name}",
    "I have to see that",
    "Were you there with {name}",
    "Same here",
    "Next time in {city}",
    "How did you do that",
    "I owe you a coffee",
    "{name} would like this",
    "Not what I heard in {city}",
    "Wonderful",
)

BIOS: Final = (
    "Early riser",
    "Teacher and amateur cook",
    "Mostly pictures",
    "Opinions are my own",
    "Retired, finally",
    "Nurse on the night shift",
    "Two cats, one garden",
    "Learning the cello",
)
