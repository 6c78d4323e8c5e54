// SPDX-License-Identifier: Apache-2.0
#include "data/wire/fingerprint.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

const FingerprintKey& Key() {
  static const FingerprintKey key = FingerprintKey::Random();
  return key;
}

Fingerprint Print(const std::string& wire) {
  return FingerprintOfStruct(wire, Key());
}

std::string AFingerprint() { return EntryWire("a", TextWire("x")); }
std::string BFingerprint() { return EntryWire("b", NumberWire(1)); }

TEST(Fingerprint, DoesNotSeeTheOrderOfMaps) {
  EXPECT_EQ(Print(AFingerprint() + BFingerprint()),
            Print(BFingerprint() + AFingerprint()));
  EXPECT_EQ(Print(EntryWire("o", StructWire(AFingerprint() + BFingerprint()))),
            Print(EntryWire("o", StructWire(BFingerprint() + AFingerprint()))));
  EXPECT_EQ(Print(EntryWire(
                "l", ListWire({StructWire(AFingerprint() + BFingerprint())}))),
            Print(EntryWire(
                "l", ListWire({StructWire(BFingerprint() + AFingerprint())}))));
}

// What is longer has its length in two bytes, and in three.
TEST(Fingerprint, DoesNotSeeTheOrderOfLargeMaps) {
  for (size_t size : {100, 200, 20'000}) {
    const std::string text(size, 'x');
    const std::string a = EntryWire("a", TextWire(text));
    const std::string b = EntryWire(
        "b", ListWire({StructWire(a + BFingerprint()), TextWire(text)}));
    const std::string c = EntryWire(
        "b", ListWire({StructWire(BFingerprint() + a), TextWire(text)}));
    EXPECT_EQ(Print(a + b), Print(c + a)) << size;
  }
}

TEST(Fingerprint, SeesEverythingElse) {
  struct {
    const char* reason;
    std::string a;
    std::string b;
  } tests[] = {
      {"A value.", AFingerprint(), EntryWire("a", TextWire("y"))},
      {"A name.", AFingerprint(), EntryWire("b", TextWire("x"))},
      {"Name and value exchanged.", EntryWire("a", TextWire("b")),
       EntryWire("b", TextWire("a"))},
      {"An entry more.", AFingerprint(), AFingerprint() + BFingerprint()},
      {"An entry twice.", AFingerprint(), AFingerprint() + AFingerprint()},
      {"Nothing and an empty entry.", "", EntryWire("", "")},
      {"The order of a list.",
       EntryWire("l", ListWire({NumberWire(1), NumberWire(2)})),
       EntryWire("l", ListWire({NumberWire(2), NumberWire(1)}))},
      {"Values exchanged between names.",
       EntryWire("a", NumberWire(1)) + EntryWire("b", NumberWire(2)),
       EntryWire("a", NumberWire(2)) + EntryWire("b", NumberWire(1))},
      {"Entries moved to a sibling.",
       EntryWire("o", StructWire(AFingerprint() + BFingerprint())) +
           EntryWire("p", StructWire("")),
       EntryWire("o", StructWire(AFingerprint())) +
           EntryWire("p", StructWire(BFingerprint()))},
      {"Entries exchanged between siblings.",
       EntryWire("o", StructWire(AFingerprint())) +
           EntryWire("p", StructWire(BFingerprint())),
       EntryWire("o", StructWire(BFingerprint())) +
           EntryWire("p", StructWire(AFingerprint()))},
      {"An entry moved up.", EntryWire("o", StructWire(AFingerprint())),
       EntryWire("o", StructWire("")) + AFingerprint()},
      {"Elements moved to a sibling.",
       EntryWire("l", ListWire({ListWire({NullWire()}), ListWire({})})),
       EntryWire("l", ListWire({ListWire({}), ListWire({NullWire()})}))},
      {"An object and a list.", EntryWire("a", StructWire("")),
       EntryWire("a", ListWire({}))},
      {"A text and a number of the same bytes.",
       EntryWire("a", TextWire(std::string(8, '\0'))),
       EntryWire("a", NumberWire(0))},
      {"A text and its object.", EntryWire("a", TextWire(AFingerprint())),
       EntryWire("a", StructWire(AFingerprint()))},
      {"False and null.", EntryWire("a", BoolWire(false)),
       EntryWire("a", NullWire())},
      {"True and false.", EntryWire("a", BoolWire(true)),
       EntryWire("a", BoolWire(false))},
      // Eight bytes either way, so that no length tells them apart.
      {"A number, and the same bits as another wire type.",
       EntryWire("a", NumberWire(0x1p-1024)),
       EntryWire("a", VarintFieldWire(2, uint64_t{1} << 50))},
      {"An unknown field.", AFingerprint(),
       AFingerprint() + VarintFieldWire(9, 1)},
      {"An unknown field in an entry.", AFingerprint(),
       FieldWire(1, FieldWire(1, "a") + FieldWire(2, TextWire("x")) +
                        VarintFieldWire(9, 1))},
      {"A Value of two kinds.", EntryWire("a", StructWire(AFingerprint())),
       EntryWire("a", StructWire(AFingerprint()) + StructWire(AFingerprint()))},
      {"Behind an unknown field, a value.",
       VarintFieldWire(9, 1) + AFingerprint(),
       VarintFieldWire(9, 1) + EntryWire("a", TextWire("y"))},
      {"Elements of two lists in one.",
       EntryWire("l", ListWire({StructWire(AFingerprint()),
                                StructWire(BFingerprint())})),
       EntryWire("l", ListWire({StructWire(AFingerprint() + BFingerprint())}))},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_FALSE(Print(test.a) == Print(test.b));
  }
}

TEST(Fingerprint, SeesEveryByteOfATextOfAnyLength) {
  for (size_t size = 1; size <= 70; ++size) {
    std::string text(size, 'x');
    Fingerprint print = Print(EntryWire("a", TextWire(text)));
    for (size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'y';
      EXPECT_FALSE(Print(EntryWire("a", TextWire(other))) == print)
          << size << " " << i;
    }
    EXPECT_FALSE(Print(EntryWire("a", TextWire(text + "x"))) == print);
    EXPECT_FALSE(Print(EntryWire("a", TextWire(text + std::string(1, '\0')))) ==
                 print);
  }
}

TEST(Fingerprint, IsTheSameForAnyShuffle) {
  std::mt19937 random(1);
  std::vector<std::string> entries(50);
  for (int i = 0; i < 50; ++i) {
    entries[i] = EntryWire("k" + std::to_string(i), ListWire({NumberWire(i)}));
  }
  auto joined = [&] {
    std::string wire;
    for (const std::string& entry : entries) wire += entry;
    return wire;
  };
  Fingerprint print = Print(joined());
  for (int round = 0; round < 20; ++round) {
    std::shuffle(entries.begin(), entries.end(), random);
    EXPECT_EQ(Print(joined()), print);
  }
}

TEST(Fingerprint, DependsOnTheKey) {
  FingerprintKey other = FingerprintKey::Random();
  EXPECT_FALSE(FingerprintOfStruct(AFingerprint(), other) ==
               Print(AFingerprint()));
  for (uint64_t& word : other.words) {
    FingerprintKey changed = Key();
    changed.words[&word - other.words] ^= 1;
    EXPECT_FALSE(FingerprintOfStruct(AFingerprint(), changed) ==
                 Print(AFingerprint()))
        << &word - other.words;
  }
}

// What no writer makes is hashed as it stands, to the end of its map or list.
TEST(Fingerprint, MaySeeTheOrderOfWhatNoWriterMakes) {
  const std::string backwards =
      FieldWire(1, FieldWire(2, TextWire("x")) + FieldWire(1, "a"));
  EXPECT_EQ(Print(backwards + BFingerprint()),
            Print(backwards + BFingerprint()));
  EXPECT_FALSE(Print(backwards + BFingerprint()) ==
               Print(BFingerprint() + backwards));
  EXPECT_FALSE(Print(backwards) == Print(AFingerprint()));
  // Only in that map.
  const std::string inside =
      EntryWire("o", StructWire(backwards + BFingerprint()));
  EXPECT_EQ(Print(inside + AFingerprint()), Print(AFingerprint() + inside));
}

TEST(Fingerprint, NeverReadsBeyondTheEnd) {
  std::string whole =
      EntryWire("a", StructWire(EntryWire("b", ListWire({TextWire("c")}))));
  for (size_t size = 1; size < whole.size(); ++size) {
    // A block of its own, so that a sanitizer sees where it ends.
    std::vector<char> cut(whole.begin(), whole.begin() + size);
    EXPECT_FALSE(FingerprintOfStruct({cut.data(), cut.size()}, Key()) ==
                 Print(whole))
        << size;
  }
  EXPECT_FALSE(Print("\xff\xff") == Print("\xff"));
}

// As deep as a Struct may be; the decoder refuses what is deeper.
TEST(Fingerprint, DoesNotSeeTheOrderAtAnyDepth) {
  for (bool lists : {false, true}) {
    auto nested = [lists](std::string value, int levels) {
      for (int i = 0; i < levels; ++i) {
        value = lists ? ListWire({value}) : StructWire(EntryWire("a", value));
      }
      return EntryWire("a", value);
    };
    const std::string one = StructWire(AFingerprint() + BFingerprint()),
                      other = StructWire(BFingerprint() + AFingerprint());
    EXPECT_EQ(Print(nested(one, 998)), Print(nested(other, 998)));
    EXPECT_FALSE(Print(nested(one, 3000)) == Print(nested(other, 3000)));
  }
}

}  // namespace
}  // namespace loom
