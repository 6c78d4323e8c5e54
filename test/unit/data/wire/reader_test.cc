// SPDX-License-Identifier: Apache-2.0
#include "data/wire/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

// What the reader read, as text: "1:bytes 2:300", and "!" where it is
// malformed.
std::string Walk(const std::string& message) {
  WireReader in(message);
  std::string seen;
  while (in.Next()) {
    if (!seen.empty()) seen += " ";
    absl::StrAppend(&seen, in.number(), ":");
    if (in.Is(in.number(), WireType::kBytes)) {
      absl::StrAppend(&seen, absl::CHexEscape(in.bytes()));
    } else if (in.Is(in.number(), WireType::kFixed64)) {
      absl::StrAppend(&seen, in.real());
    } else {
      absl::StrAppend(&seen, in.integer());
    }
  }
  return in.ok() ? seen : seen + "!";
}

struct Row {
  std::string reason;
  std::string message;
  std::string want;
};

template <size_t size>
std::string B(const char (&bytes)[size]) {
  return std::string(bytes, size - 1);
}

void Check(const Row& row) {
  SCOPED_TRACE(row.reason);
  EXPECT_EQ(Walk(row.message), row.want);
}

TEST(WireReader, WalksFields) {
  const Row rows[] = {
      {"An empty message has no fields.", "", ""},
      {"A varint of one byte.", B("\x08\x05"), "1:5"},
      {"A varint of two bytes.", B("\x08\xac\x02"), "1:300"},
      {"Ten bytes are the longest varint.",
       B("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
       "1:18446744073709551615"},
      {"Zeros may pad a varint.", B("\x08\x85\x80\x00"), "1:5"},
      {"Bits beyond the 64th are dropped, as protobuf does.",
       B("\x08\x81\x80\x80\x80\x80\x80\x80\x80\x80\x02"), "1:1"},
      {"Text.", B("\x12\x02hi"), "2:hi"},
      {"Empty text.", B("\x12\x00"), "2:"},
      {"A double.", B("\x19\0\0\0\0\0\0\xf8\x3f"), "3:1.5"},
      {"Four fixed bytes, little end first.", B("\x25\x01\x02\0\0"), "4:513"},
      {"A field number of two bytes.", B("\x82\x01\x01x"), "16:x"},
      {"A tag may be padded, too.", B("\x8a\x00\x01x"), "1:x"},
      {"Tag and length in five bytes, the most that protobuf takes.",
       B("\x8a\x80\x80\x80\x00\x81\x80\x80\x80\x00x"), "1:x"},
      {"The greatest field number.", B("\xf8\xff\xff\xff\x0f\x01"),
       "536870911:1"},
      {"Fields in any order, and twice.", B("\x12\x01y\x08\x01\x12\x01z"),
       "2:y 1:1 2:z"},
  };
  for (const Row& row : rows) Check(row);
}

TEST(WireReader, StopsAtAFault) {
  const Row rows[] = {
      {"A tag that does not end.", B("\x88"), "!"},
      {"Field number zero.", B("\x00\x01"), "!"},
      {"A field number that does not fit.", B("\x88\x80\x80\x80\x10\x01"), "!"},
      {"A varint that does not end.", B("\x08\x80"), "!"},
      {"A varint of eleven bytes.",
       B("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "!"},
      {"A tag of six bytes, which protobuf refuses, small as its value is.",
       B("\x8a\x80\x80\x80\x80\x00\x01x"), "!"},
      {"A length of six bytes.", B("\x0a\x81\x80\x80\x80\x80\x00x"), "!"},
      {"Text one byte short.", B("\x12\x03hi"), "!"},
      {"A length as large as they come.",
       B("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01hi"), "!"},
      {"A double one byte short.", B("\x19\0\0\0\0\0\0\xf8"), "!"},
      {"Three bytes where four are fixed.", B("\x25\x01\x02\0"), "!"},
      {"A group.", B("\x0b\x0c"), "!"},
      {"Wire type six.", B("\x0e\x01"), "!"},
      {"Wire type seven.", B("\x0f\x01"), "!"},
      {"What was read before a fault stands.", B("\x08\x01\x12\x09x"), "1:1!"},
  };
  for (const Row& row : rows) Check(row);
}

TEST(WireReader, ReadsPackedIntegers) {
  const Row rows[] = {
      {"None.", "", ""},
      {"Of one byte and of two.", B("\x05\xac\x02"), "5 300"},
      {"Padded.", B("\x85\x80\x00"), "5"},
      {"One that does not end.", B("\x05\x80"), "5!"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    WireReader in(row.message);
    std::vector<uint64_t> seen;
    while (in.NextPacked()) seen.push_back(in.integer());
    EXPECT_EQ(absl::StrCat(absl::StrJoin(seen, " "), in.ok() ? "" : "!"),
              row.want);
  }
}

TEST(WireReader, HandsOutViewsOfItsMessage) {
  const std::string message = B("\x12\x02hi");
  WireReader in(message);
  ASSERT_TRUE(in.Next());
  EXPECT_EQ(in.bytes().data(), message.data() + 2);
}

TEST(WireReader, StaysAtTheFault) {
  const std::string message = B("\x08\x80");
  WireReader in(message);
  EXPECT_FALSE(in.Next());
  EXPECT_FALSE(in.Next());
  EXPECT_FALSE(in.ok());
}

TEST(TextMembers, AreReadWithoutTheRest) {
  constexpr absl::string_view kKind =
      "\n\x0c\n\x04kind\x12\x04\x1a\x02"
      "Ab";
  const struct {
    const char* reason;
    std::string object;
    const char* want;
  } kRows[] = {
      {"as writers write it", std::string(kKind), "Ab"},
      {"the value before the key",
       "\n\x0c\x12\x04\x1a\x02"
       "Ab\n\x04kind",
       "Ab"},
      {"another member, which is malformed",
       absl::StrCat("\n\x09\n\x04spec\x12\x01\xff", kKind), "Ab"},
      {"a number",
       std::string("\n\x11\n\x04kind\x12\x09\x11\0\0\0\0\0\0\0\0", 19), ""},
      {"no such member",
       "\n\x0c\n\x04spec\x12\x04\x1a\x02"
       "Ab",
       ""},
      {"nothing", "", ""},
      {"truncated", std::string(kKind.substr(0, 9)), ""},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(TextMembers<1>(row.object, {"kind"})[0], row.want) << row.reason;
  }
}

}  // namespace
}  // namespace loom
