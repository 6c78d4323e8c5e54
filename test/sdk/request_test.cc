// SPDX-License-Identifier: Apache-2.0
#include "sdk/request.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

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
      FieldWire(kMeta, FieldWire(1, "tag-1")),
      FieldWire(kObserved,
                absl::StrCat(FieldWire(kComposite, "XR"),
                             MapEntryWire(kResources, "db", "DB"),
                             MapEntryWire(kResources, "app", "APP"))),
      FieldWire(kDesired, MapEntryWire(kResources, "db", "WANT")),
      FieldWire(kInput, "IN"), FieldWire(kContext, "CTX"),
      MapEntryWire(kExtra, "old", "OLD"),
      MapEntryWire(kRequired, "new", "NEW"));
  auto request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->tag, "tag-1");
  EXPECT_EQ(request->observed.composite, "XR");
  EXPECT_EQ(Printed(request->observed.resources), "db=DB app=APP");
  EXPECT_EQ(request->desired.composite, std::nullopt);
  EXPECT_EQ(request->desired.bytes, MapEntryWire(kResources, "db", "WANT"));
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
       MapEntryWire(kExtra, "a", "") + MapEntryWire(kRequired, "a", ""), false},
      {"Unknown fields are walked over.",
       FieldWire(15, "x") + FieldWire(15, "y") + VarintFieldWire(14, 1), false},
      {"A known number of another wire type is unknown.",
       VarintFieldWire(kInput, 1) + FieldWire(kInput, ""), false},
      {"An entry without a value.", FieldWire(kRequired, FieldWire(1, "a")),
       false},

      {"Meta data twice.", FieldWire(kMeta, "") + FieldWire(kMeta, ""), true},
      {"An input twice.", FieldWire(kInput, "") + FieldWire(kInput, ""), true},
      {"A context twice.", FieldWire(kContext, "") + FieldWire(kContext, ""),
       true},
      {"An observed state twice.",
       FieldWire(kObserved, FieldWire(kComposite, "")) +
           FieldWire(kObserved, MapEntryWire(kResources, "a", "")),
       true},
      {"A composite twice.",
       FieldWire(kDesired,
                 FieldWire(kComposite, "") + FieldWire(kComposite, "")),
       true},
      {"A key twice.",
       MapEntryWire(kRequired, "a", "1") + MapEntryWire(kRequired, "a", "2"),
       true},
      {"The empty key, once written and once not.",
       FieldWire(kRequired, "") + MapEntryWire(kRequired, "", "2"), true},
      {"A resource twice.",
       FieldWire(kDesired, MapEntryWire(kResources, "a", "") +
                               MapEntryWire(kResources, "a", "")),
       true},
      {"A key twice in one entry.",
       FieldWire(kRequired, FieldWire(1, "a") + FieldWire(1, "b")), true},
      {"A value twice in one entry.",
       FieldWire(kRequired, FieldWire(2, "") + FieldWire(2, "")), true},
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
      {"A field that ends too soon.", FieldWire(kInput, "abc").substr(0, 4)},
      {"A length without content.", FieldWire(kInput, "abc").substr(0, 2)},
      {"A tag only.", std::string(1, char(kInput << 3 | 2))},
      {"The field number zero.", FieldWire(0, "")},
      {"A group.", {char(1 << 3 | 3), char(1 << 3 | 4)}},
      {"A state that ends too soon.", FieldWire(kObserved, "\x0a\x05x")},
      {"An entry that ends too soon.", FieldWire(kRequired, "\x0a\x05x")},
      {"Meta data that end too soon.", FieldWire(kMeta, "\x0a\x05x")},
      {"A tag that is not UTF-8.", FieldWire(kMeta, FieldWire(1, "\xff"))},
      {"A name that is not UTF-8.",
       FieldWire(kDesired, MapEntryWire(kResources, "\xc0\x80", ""))},
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
      {"Packed, as Go writes it.", FieldWire(2, "\x04\x05"), true, true},
      {"One by one.", VarintFieldWire(2, 5), true, false},
      {"Both at once.", VarintFieldWire(2, 5) + FieldWire(2, "\x04"), true,
       true},
      {"Nothing said.", "", false, false},
      {"One that we do not know.", FieldWire(2, "\x1f\x3f"), false, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string bytes = FieldWire(kMeta, test.meta);
    auto request = Request::Parse(bytes);
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->Has(Capability::kRequiredSchemas), test.schemas);
    EXPECT_EQ(request->Has(Capability::kConditions), test.conditions);
  }
}

TEST(Request, FindsAnswersInEitherField) {
  const std::string bytes = absl::StrCat(
      MapEntryWire(kExtra, "both", "old"),
      MapEntryWire(kRequired, "both", "new"), MapEntryWire(kExtra, "old", "x"),
      FieldWire(kRequired, FieldWire(1, "empty")));
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
       absl::StrCat(FieldWire(1, "OBJ"), MapEntryWire(2, "host", "a"),
                    VarintFieldWire(3, 1)),
       Ready::kTrue, false},
      {"The last readiness counts, as with any scalar.",
       absl::StrCat(VarintFieldWire(3, 1), FieldWire(1, "OBJ"),
                    MapEntryWire(2, "host", "a"), VarintFieldWire(3, 2)),
       Ready::kFalse, false},
      {"A readiness that nobody knows is none.",
       absl::StrCat(FieldWire(1, "OBJ"), MapEntryWire(2, "host", "a"),
                    VarintFieldWire(3, 9)),
       Ready::kUnspecified, false},
      {"An object twice is odd.",
       absl::StrCat(FieldWire(1, ""), FieldWire(1, "OBJ"),
                    MapEntryWire(2, "host", "a")),
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
  const std::string bytes = FieldWire(1, FieldWire(1, "A")) + FieldWire(1, "") +
                            FieldWire(1, FieldWire(1, "B"));
  auto objects = ObjectsOf(bytes, &odd);
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_EQ(absl::StrJoin(*objects, ","), "A,,B");
  EXPECT_FALSE(odd);
  EXPECT_TRUE(absl::IsInvalidArgument(ObjectsOf("\x0a\x05", &odd).status()));
}

TEST(EntriesOf, ListsTheEntriesOfAStruct) {
  bool odd = false;
  const std::string bytes =
      MapEntryWire(1, "b", "1") + MapEntryWire(1, "a", "2");
  auto entries = EntriesOf(bytes, &odd);
  ASSERT_TRUE(entries.ok()) << entries.status();
  EXPECT_EQ(Printed(*entries), "b=1 a=2");
  EXPECT_FALSE(odd);
  const std::string twice =
      MapEntryWire(1, "b", "1") + MapEntryWire(1, "b", "2");
  ASSERT_TRUE(EntriesOf(twice, &odd).ok());
  EXPECT_TRUE(odd);
  EXPECT_TRUE(absl::IsInvalidArgument(EntriesOf("\x0a\x05", &odd).status()));
}

}  // namespace
}  // namespace loom
