"""Verifies records of Savannah and Klondike: the origin of the key, and every card, roll and reshuffle. Run it as `python3 verify.py FILE...`:
it exits with 0 if all records are valid, otherwise with 1. It shares no code with Cardroom: README.md beside it and ../deals.md
specify everything that it does."""
import hashlib, hmac, struct, sys

PACK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]

def stream(key, kind, ordinal):
    """The words of the keystream of ChaCha20 (RFC 8439) from block 0; the nonce is kind and ordinal."""
    begin = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<IIQ", 0, kind, ordinal))
    quarters = [[int(place, 16) for place in quarter] for quarter in "048c 159d 26ae 37bf 05af 16bc 278d 349e".split()]
    for block in range(1 << 32):
        first = begin[:12] + (block,) + begin[13:]
        x = list(first)
        for a, b, c, d in quarters * 10:
            for i, j, k, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[i] = (x[i] + x[j]) & 0xFFFFFFFF
                x[k] ^= x[i]
                x[k] = (x[k] << bits | x[k] >> 32 - bits) & 0xFFFFFFFF
        yield from ((word + old) & 0xFFFFFFFF for word, old in zip(x, first))

def sha256(text): return hashlib.sha256(text.encode()).hexdigest()
def below(words, bound): return next(word % bound for word in words if word < 2**32 - 2**32 % bound)
def roll(words): return "%d%d" % (below(words, 6) + 1, below(words, 6) + 1)

def shuffled(cards, words):
    for last in range(len(cards) - 1, 0, -1):
        other = below(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards

class Checker:
    def next(self, start, whole=False):  # the rest of the next line after this start; with `whole` there must be no rest
        self.number += 1
        line = self.lines[self.number - 1]
        if not line.startswith(start) or whole and line != start:
            raise ValueError("expected `%s`" % start)
        return line[len(start):]

    def check(self, text):
        self.lines, self.number, self.drawn = text.split("\n"), 0, [0, 0, 0, 0]
        self.next("cardroom record 1", True)
        game = self.next("game ")
        if game not in ("savannah", "klondike"):
            raise ValueError("there is no game `%s`" % game)
        self.next("rules 1", True)
        self.config = self.next("config ")
        self.options = dict(word.split("=") for word in self.config.split(" ") if "=" in word)
        if (game == "savannah") != ("seats" in self.options):
            raise ValueError("these are not options of %s" % game)
        self.seats = "ABCDEFGH"[:int(self.options.get("seats", 1))]
        origin = self.next("")
        self.key = struct.pack("<Q24x", int(origin[8:])) if origin.startswith("deal v1:") else self.proven_key(origin)
        self.play() if game == "savannah" else self.play_alone()
        self.next("sha256 " + sha256("\n".join(self.lines[:self.number] + [""])), True)
        if self.lines[self.number:] != [""]:
            raise ValueError("the record continues after the checksum, or is cut off")

    def proven_key(self, origin):  # checks all commitments and computes the key
        table, commitment, secret = self.next("table "), self.next("commitment "), self.next("secret ")
        about = "config %s\ntable %s\n" % (self.config, table)
        if sha256("cardroom secret 1\n%ssecret %s\n" % (about, secret)) != commitment:
            raise ValueError("the secret does not match the commitment, the table and the options")
        message = "cardroom key 1\n%scommitment %s\n" % (about, commitment)
        while self.lines[self.number].startswith("void "):
            void, seats, *discarded = self.next("void ").split(" ")
            if discarded and sha256("cardroom secret 1\n%ssecret %s\n" % (about, *discarded)) != void:
                raise ValueError("the discarded secret does not match its commitment")
            message += "void %s %s\n" % (void, seats)
        for seat in self.seats:
            line = self.next("seat %s " % seat)
            shown = "cardroom contribution 1\ntable %s\nseat %s %s\n" % (table, seat, line[65:])
            if line != "bot" and line[:65] != sha256(shown) + " ":
                raise ValueError("the contribution of %s does not match their commitment" % seat)
            message += "seat %s %s\n" % (seat, line)
        key = hmac.new(bytes.fromhex(secret), message.encode(), "sha256").digest()
        if origin != "key " + hashlib.sha256(key).hexdigest():
            self.number = 5
            raise ValueError("this key does not follow from the secret and the contributions")
        return key

    def chance(self, kind, name, between, draw):  # computes a random event, which the record must contain
        drawn = draw(stream(self.key, kind, self.drawn[kind]))
        self.drawn[kind] += 1
        self.next(name + " " + between.join(drawn), True)
        return drawn

    def take(self, number):  # takes cards from the stock; if it is empty, reshuffles the cards under the tops
        cards = []
        while len(cards) < number and (self.stock or any(len(pile) > 1 for pile in self.tops)):
            if not self.stock:
                covered = sorted((card for pile in self.tops for card in pile[:-1]), key=PACK.index)
                self.tops = [pile[-1:] for pile in self.tops]
                self.stock = self.chance(3, "reshuffle", "", lambda words: shuffled(covered, words))
            cards.append(self.stock.pop(0))
        return cards

    def cover_aces(self):
        while all(pile[-1][0] == "A" for pile in self.tops):
            for at in range(3):
                card = self.take(1)
                self.tops[at] += card

    def begin(self, words):
        rolls, left = [], self.seats
        while len(left) > 1:
            now = [roll(words) for _ in left]
            sums = [int(dice[0]) + int(dice[1]) for dice in now]
            rolls, left = rolls + now, "".join(seat for seat, total in zip(left, sums) if total == max(sums))
        self.options["first"] = left
        return rolls

    def play_alone(self):  # deals; nothing else in the record is random
        self.chance(0, "deal", "", lambda words: shuffled(PACK[:], words))
        while not self.lines[self.number].startswith("outcome "):
            self.next("A ")
        self.next("outcome ")

    def play(self):  # deals and plays to the end, without checking whether moves are legal
        count = len(self.seats)
        cards = self.chance(0, "deal", "", lambda words: shuffled(PACK * ((count + 1) // 2), words))
        usual = (10, 3) if count < 4 else (13, 5) if count < 6 else (15, 5)
        reserve, discard = (int(self.options.get(*one)) for one in zip(("reserve", "discard"), usual))
        cut = lambda number: [cards.pop(0) for _ in range(number)]
        self.piles = {seat: {"R": cut(reserve), "D": cut(discard), "": []} for seat in self.seats}
        self.tops, self.stock = [cut(1), cut(1), cut(1)], cards
        self.cover_aces()
        if "first" not in self.options:
            self.chance(1, "begin", " ", self.begin)
        turn, rolled = self.seats.index(self.options["first"]), False
        while not self.lines[self.number].startswith("outcome "):
            seat, hand = self.seats[turn % count], self.piles[self.seats[turn % count]][""]
            if rolled:
                rolled = self.move(seat, hand)
                turn += not rolled
            else:
                rolled = self.chance(2, "roll", "", lambda words: [roll(words)])
                hand += self.take(4 - len(hand))
        self.next("outcome ")

    def move(self, seat, hand):  # makes the next move; returns whether the turn continues
        line = self.next("")
        if line == "!end":
            if len(self.seats) < 3: raise ValueError("only three or more players can agree to end a game")
            return True
        who, move = line.split(" ")
        if move == "!resign": return True
        card, to = (move[1:], None) if move[0] == "/" else move.split(">")
        owner = card[1] if len(card) == 2 and card[0] == "D" else seat
        pile = self.piles[owner][card[0]] if card[0] in "RD" else hand
        if who != seat or move != "/-" and pile is hand and card not in hand:
            raise ValueError("this is not a move of %s" % seat)
        card = [pile.pop(pile.index(card) if pile is hand else -1)] if move != "/-" else []
        (self.piles[seat]["D"] if to is None else self.tops[int(to) - 1]).extend(card)
        if to and self.piles[owner]["R"] + self.piles[owner]["D"]:
            self.cover_aces()
            hand += self.take(4) if not hand else []
        return to is not None

wrong = 0
for name in sys.argv[1:]:
    checker = Checker()
    try:
        checker.check(open(name, newline="").read())
        print("%s: right, with %d rolls and %d reshuffles" % (name, checker.drawn[2], checker.drawn[3]))
    except (ValueError, LookupError) as error:
        print("%s: wrong in line %d: %s" % (name, getattr(checker, "number", 0), error))
        wrong = 1
sys.exit(wrong)
