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
  auto print = FingerprintOfStruct(wire, Key());
  EXPECT_TRUE(print.has_value());
  return print.value_or(Fingerprint());
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
  EXPECT_EQ(
      Print(AFingerprint()),
      Print(FieldWire(1, FieldWire(2, TextWire("x")) + FieldWire(1, "a"))));
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
  EXPECT_FALSE(*FingerprintOfStruct(AFingerprint(), other) ==
               Print(AFingerprint()));
  for (uint64_t& word : other.words) {
    FingerprintKey changed = Key();
    changed.words[&word - other.words] ^= 1;
    EXPECT_FALSE(*FingerprintOfStruct(AFingerprint(), changed) ==
                 Print(AFingerprint()))
        << &word - other.words;
  }
}

TEST(Fingerprint, NeedsWholeWire) {
  std::string whole =
      EntryWire("a", StructWire(EntryWire("b", ListWire({TextWire("c")}))));
  for (size_t size = 1; size < whole.size(); ++size) {
    std::vector<char> cut(whole.begin(), whole.begin() + size);
    EXPECT_FALSE(FingerprintOfStruct({cut.data(), cut.size()}, Key())) << size;
  }
  EXPECT_FALSE(FingerprintOfStruct("\xff\xff", Key()));
}

TEST(Fingerprint, BoundsTheDepth) {
  for (bool lists : {false, true}) {
    std::string value;
    for (int i = 0; i < 998; ++i) {
      value = lists ? ListWire({value}) : StructWire(EntryWire("a", value));
    }
    // The Struct itself and the 998 make 999 levels.
    std::string wire = EntryWire("a", value);
    EXPECT_TRUE(FingerprintOfStruct(wire, Key()));
    EXPECT_TRUE(FingerprintOfStruct(EntryWire("a", StructWire(wire)), Key()));
    EXPECT_FALSE(FingerprintOfStruct(
        EntryWire("a", StructWire(EntryWire("a", StructWire(wire)))), Key()));
  }
}

}  // namespace
}  // namespace loom
