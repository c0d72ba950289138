"""Names for guests: an adjective and an animal, in German or English, from given entropy."""

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GERMAN_ADJECTIVES: Final = _words(
    "achtsam begabt beherzt behutsam bescheiden blau brav bunt drollig ehrlich eifrig emsig "
    "entspannt fein findig fleißig flink flott freundlich froh fröhlich geduldig gelassen "
    "gemütlich genau gelb geschickt gewandt gewitzt golden grün gut heiter hell herzlich hurtig "
    "keck klug kühn lebhaft leise lieb listig locker lustig mild munter mutig nett neugierig "
    "ordentlich pfiffig putzig quirlig rasch redlich rege rot ruhig sacht sanft schlau schnell "
    "silbern sonnig sorgsam spritzig standhaft still stolz stark tapfer treu tüchtig umsichtig "
    "unbeirrt vergnügt verspielt verträumt wach wacker warm weise wendig wild witzig zart zäh "
    "zufrieden zutraulich"
)

_GERMAN_ANIMALS: Final = {
    "er": _words(
        "Adler Bär Biber Buntspecht Bussard Dachs Delfin Eichelhäher Eisvogel Elch Falke Fasan "
        "Feldhase Feuersalamander Fink Fischotter Frosch Fuchs Gecko Gepard Goldfisch Grashüpfer "
        "Habicht Hamster Hase Hecht Hirsch Hirschkäfer Igel Iltis Kakadu Karpfen Kater Kauz "
        "Kiebitz Kolibri Koala Kranich Kuckuck Lachs Laubfrosch Löwe Luchs Marder Marienkäfer "
        "Maulwurf Molch Otter Panda Papagei Pelikan Pfau Pinguin Rabe Reiher Rotfuchs Salamander "
        "Schimpanse Schmetterling Schwan Seebär Siebenschläfer Specht Sperling Star Steinbock "
        "Storch Tiger Tukan Uhu Waschbär Wal Wolf Wombat Zander Zaunkönig Zeisig"
    ),
    "e": _words(
        "Ameise Amsel Antilope Bachstelze Biene Blaumeise Dohle Drossel Eidechse Elster Ente Eule "
        "Feldmaus Fledermaus Forelle Gämse Gans Gazelle Giraffe Grille Haselmaus Heuschrecke "
        "Hummel Katze Kohlmeise Krabbe Lerche Libelle Maus Meise Möwe Nachtigall Qualle Ricke "
        "Robbe Schildkröte Schnecke Schneeeule Schwalbe Singdrossel Spitzmaus Taube Wachtel Ziege"
    ),
    "es": _words(
        "Alpaka Dromedar Eichhörnchen Faultier Frettchen Gnu Gürteltier Kamel Känguru Kaninchen "
        "Kitz Lama Mauswiesel Murmeltier Nashorn Nilpferd Pony Reh Rentier Rotkehlchen "
        "Seepferdchen Stachelschwein Walross Wiesel Yak Zebra Zicklein"
    ),
}

_ENGLISH_ADJECTIVES: Final = _words(
    "able agile alert amber amiable blithe bold brave bright brisk bronze calm candid careful "
    "cheerful clever copper cosy curious daring deft diligent eager earnest easy fair fearless "
    "fleet fond frank friendly gallant gentle gifted glad golden graceful handy happy hardy "
    "hearty honest humble jolly jovial keen kind lively loyal lucky mellow merry mild mindful "
    "modest neat nimble noble patient peaceful playful plucky polite proud prudent quick quiet "
    "ready restful rosy rustic serene sharp shrewd silver sincere smart snug spirited sprightly "
    "spry steady sturdy sunny swift tender thoughtful thrifty tidy tranquil trusty upbeat vivid "
    "warm watchful wise witty zesty"
)

_ENGLISH_ANIMALS: Final = _words(
    "Alpaca Antelope Badger Beaver Bee Bison Blackbird Buzzard Camel Caribou Chaffinch Chipmunk "
    "Cormorant Crane Cricket Cuckoo Curlew Deer Dolphin Dormouse Dove Dragonfly Duck Eagle Egret "
    "Elk Falcon Ferret Finch Firefly Fox Frog Gannet Gazelle Gecko Gibbon Giraffe Goldfinch Goose "
    "Grouse Gull Hamster Hare Hawk Hedgehog Heron Hummingbird Ibex Ibis Jackdaw Jay Kestrel "
    "Kingfisher Kite Kiwi Koala Lapwing Lark Lemur Lion Lizard Llama Lynx Magpie Marmot Marten "
    "Mole Moose Moth Nightingale Ocelot Octopus Osprey Otter Owl Panda Partridge Pelican Penguin "
    "Pheasant Pony Porcupine Puffin Quail Rabbit Raccoon Raven Reindeer Robin Salmon Seahorse "
    "Seal Skylark Sparrow Squirrel Starling Stork Swallow Swan Swift Tapir Tern Thrush Tiger Toad "
    "Tortoise Toucan Trout Turtle Vole Walrus Weasel Whale Wolf Wombat Woodpecker Wren Yak Zebra"
)

_GERMAN: Final = tuple(
    (animal, ending) for ending, animals in _GERMAN_ANIMALS.items() for animal in animals
)

LANGUAGES: Final = ("de", "en")


def guest_name(language: str, entropy: bytes) -> str:
    """A pleasant name; any other language than English gets a German one. Takes 8 bytes."""
    first, second = int.from_bytes(entropy[:4], "big"), int.from_bytes(entropy[4:8], "big")
    if language == "en":
        adjective = _ENGLISH_ADJECTIVES[first % len(_ENGLISH_ADJECTIVES)].capitalize()
        return f"{adjective} {_ENGLISH_ANIMALS[second % len(_ENGLISH_ANIMALS)]}"
    animal, ending = _GERMAN[second % len(_GERMAN)]
    stem = _GERMAN_ADJECTIVES[first % len(_GERMAN_ADJECTIVES)].capitalize()
    return f"{_declined(stem, ending)} {animal}"


def _declined(stem: str, ending: str) -> str:
    """The adjective before its noun; a stem that ends in e doubles none."""
    return stem.removesuffix("e") + ending
