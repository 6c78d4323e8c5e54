// SPDX-License-Identifier: Apache-2.0
#include "sdk/request.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

// Fields as they stand on the wire, for contents below 128 bytes.
std::string Field(int number, absl::string_view bytes) {
  return absl::StrCat(std::string{char(number << 3 | 2), char(bytes.size())},
                      bytes);
}
std::string Number(int number, char value) {
  return {char(number << 3), value};
}
std::string Entry(int number, absl::string_view key, absl::string_view value) {
  return Field(number, Field(1, key) + Field(2, value));
}

// Numbers of the contract.
constexpr int kMeta = 1, kObserved = 2, kDesired = 3, kInput = 4, kContext = 5,
              kExtra = 6, kRequired = 8;
constexpr int kComposite = 1, kResources = 2;

std::string Printed(const SpanMap& map) {
  return absl::StrJoin(map.entries(), " ",
                       [](std::string* out, const SpanMap::Entry& entry) {
                         absl::StrAppend(out, entry.key, "=", entry.value);
                       });
}

TEST(Request, IsAnIndexOfSpans) {
  const std::string bytes = absl::StrCat(
      Field(kMeta, Field(1, "tag-1")),
      Field(kObserved,
            absl::StrCat(Field(kComposite, "XR"), Entry(kResources, "db", "DB"),
                         Entry(kResources, "app", "APP"))),
      Field(kDesired, Entry(kResources, "db", "WANT")), Field(kInput, "IN"),
      Field(kContext, "CTX"), Entry(kExtra, "old", "OLD"),
      Entry(kRequired, "new", "NEW"));
  auto request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->tag, "tag-1");
  EXPECT_EQ(request->observed.composite, "XR");
  EXPECT_EQ(Printed(request->observed.resources), "db=DB app=APP");
  EXPECT_EQ(request->desired.composite, std::nullopt);
  EXPECT_EQ(request->desired.bytes, Entry(kResources, "db", "WANT"));
  EXPECT_EQ(request->input, "IN");
  EXPECT_EQ(request->context, "CTX");
  EXPECT_EQ(Printed(request->extra_resources), "old=OLD");
  EXPECT_EQ(Printed(request->required_resources), "new=NEW");
  EXPECT_FALSE(request->odd);
  // Views of the bytes, not copies.
  EXPECT_GE(request->input->data(), bytes.data());
  EXPECT_LT(request->input->data(), bytes.data() + bytes.size());
}

TEST(Request, OfNothingIsEmpty) {
  auto request = Request::Parse("");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->tag, "");
  EXPECT_EQ(request->input, std::nullopt);
  EXPECT_EQ(request->context, std::nullopt);
  EXPECT_TRUE(request->observed.resources.empty());
}

TEST(Request, NoticesOddWire) {
  const struct {
    const char* reason;
    std::string bytes;
    bool want;
  } tests[] = {
      {"Each map has keys of its own.",
       Entry(kExtra, "a", "") + Entry(kRequired, "a", ""), false},
      {"Unknown fields are walked over.",
       Field(15, "x") + Field(15, "y") + Number(14, 1), false},
      {"A known number of another wire type is unknown.",
       Number(kInput, 1) + Field(kInput, ""), false},
      {"An entry without a value.", Field(kRequired, Field(1, "a")), false},

      {"Meta data twice.", Field(kMeta, "") + Field(kMeta, ""), true},
      {"An input twice.", Field(kInput, "") + Field(kInput, ""), true},
      {"A context twice.", Field(kContext, "") + Field(kContext, ""), true},
      {"An observed state twice.",
       Field(kObserved, Field(kComposite, "")) +
           Field(kObserved, Entry(kResources, "a", "")),
       true},
      {"A composite twice.",
       Field(kDesired, Field(kComposite, "") + Field(kComposite, "")), true},
      {"A key twice.", Entry(kRequired, "a", "1") + Entry(kRequired, "a", "2"),
       true},
      {"The empty key, once written and once not.",
       Field(kRequired, "") + Entry(kRequired, "", "2"), true},
      {"A resource twice.",
       Field(kDesired, Entry(kResources, "a", "") + Entry(kResources, "a", "")),
       true},
      {"A key twice in one entry.",
       Field(kRequired, Field(1, "a") + Field(1, "b")), true},
      {"A value twice in one entry.",
       Field(kRequired, Field(2, "") + Field(2, "")), true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto request = Request::Parse(test.bytes);
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->odd, test.want);
  }
}

TEST(Request, RefusesWhatIsNone) {
  const struct {
    const char* reason;
    std::string bytes;
  } tests[] = {
      {"Text.", "not protobuf"},
      {"A field that ends too soon.", Field(kInput, "abc").substr(0, 4)},
      {"A length without content.", Field(kInput, "abc").substr(0, 2)},
      {"A tag only.", std::string(1, char(kInput << 3 | 2))},
      {"The field number zero.", Field(0, "")},
      {"A group.", {char(1 << 3 | 3), char(1 << 3 | 4)}},
      {"A state that ends too soon.", Field(kObserved, "\x0a\x05x")},
      {"An entry that ends too soon.", Field(kRequired, "\x0a\x05x")},
      {"Meta data that end too soon.", Field(kMeta, "\x0a\x05x")},
      {"A tag that is not UTF-8.", Field(kMeta, Field(1, "\xff"))},
      {"A name that is not UTF-8.",
       Field(kDesired, Entry(kResources, "\xc0\x80", ""))},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_TRUE(absl::IsInvalidArgument(Request::Parse(test.bytes).status()));
  }
}

TEST(Request, KnowsWhatTheCallerCanDo) {
  const struct {
    const char* reason;
    std::string meta;
    bool schemas;
    bool conditions;
  } tests[] = {
      {"Packed, as Go writes it.", Field(2, "\x04\x05"), true, true},
      {"One by one.", Number(2, 5), true, false},
      {"Both at once.", Number(2, 5) + Field(2, "\x04"), true, true},
      {"Nothing said.", "", false, false},
      {"One that we do not know.", Field(2, "\x1f\x3f"), false, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string bytes = Field(kMeta, test.meta);
    auto request = Request::Parse(bytes);
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->Has(Capability::kRequiredSchemas), test.schemas);
    EXPECT_EQ(request->Has(Capability::kConditions), test.conditions);
  }
}

TEST(Request, FindsAnswersInEitherField) {
  const std::string bytes = absl::StrCat(
      Entry(kExtra, "both", "old"), Entry(kRequired, "both", "new"),
      Entry(kExtra, "old", "x"), Field(kRequired, Field(1, "empty")));
  auto request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  ASSERT_NE(request->Answer("both"), nullptr);
  EXPECT_EQ(*request->Answer("both"), "new");
  ASSERT_NE(request->Answer("old"), nullptr);
  // Found none, which is an answer.
  ASSERT_NE(request->Answer("empty"), nullptr);
  EXPECT_EQ(*request->Answer("empty"), "");
  EXPECT_EQ(request->Answer("nope"), nullptr);
}

TEST(Resource, IsTakenApart) {
  const struct {
    const char* reason;
    std::string bytes;
    Ready ready;
    bool odd;
  } tests[] = {
      {"All there is.",
       absl::StrCat(Field(1, "OBJ"), Entry(2, "host", "a"), Number(3, 1)),
       Ready::kTrue, false},
      {"The last readiness counts, as with any scalar.",
       absl::StrCat(Number(3, 1), Field(1, "OBJ"), Entry(2, "host", "a"),
                    Number(3, 2)),
       Ready::kFalse, false},
      {"A readiness that nobody knows is none.",
       absl::StrCat(Field(1, "OBJ"), Entry(2, "host", "a"), Number(3, 9)),
       Ready::kUnspecified, false},
      {"An object twice is odd.",
       absl::StrCat(Field(1, ""), Field(1, "OBJ"), Entry(2, "host", "a")),
       Ready::kUnspecified, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    bool odd = false;
    auto resource = Resource::Parse(test.bytes, &odd);
    ASSERT_TRUE(resource.ok()) << resource.status();
    EXPECT_EQ(resource->object, "OBJ");
    ASSERT_EQ(resource->connection_details.size(), 1u);
    EXPECT_EQ(resource->connection_details[0].first, "host");
    EXPECT_EQ(resource->connection_details[0].second, "a");
    EXPECT_EQ(resource->ready, test.ready);
    EXPECT_EQ(odd, test.odd);
  }
  bool odd = false;
  EXPECT_TRUE(
      absl::IsInvalidArgument(Resource::Parse("\x0a\x05x", &odd).status()));
}

TEST(ObjectsOf, ListsTheObjectsOfResources) {
  bool odd = false;
  const std::string bytes =
      Field(1, Field(1, "A")) + Field(1, "") + Field(1, Field(1, "B"));
  auto objects = ObjectsOf(bytes, &odd);
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_EQ(absl::StrJoin(*objects, ","), "A,,B");
  EXPECT_FALSE(odd);
  EXPECT_TRUE(absl::IsInvalidArgument(ObjectsOf("\x0a\x05", &odd).status()));
}

TEST(EntriesOf, ListsTheEntriesOfAStruct) {
  bool odd = false;
  const std::string bytes = Entry(1, "b", "1") + Entry(1, "a", "2");
  auto entries = EntriesOf(bytes, &odd);
  ASSERT_TRUE(entries.ok()) << entries.status();
  EXPECT_EQ(Printed(*entries), "b=1 a=2");
  EXPECT_FALSE(odd);
  const std::string twice = Entry(1, "b", "1") + Entry(1, "b", "2");
  ASSERT_TRUE(EntriesOf(twice, &odd).ok());
  EXPECT_TRUE(odd);
  EXPECT_TRUE(absl::IsInvalidArgument(EntriesOf("\x0a\x05", &odd).status()));
}

}  // namespace
}  // namespace loom
