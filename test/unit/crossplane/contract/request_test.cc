// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/request.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

// Numbers of the contract.
constexpr int kMeta = 1, kObserved = 2, kDesired = 3, kInput = 4, kContext = 5,
              kExtra = 6, kCredentials = 7, kRequired = 8, kSchemas = 9;
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
      MapEntryWire(kExtra, "old", "OLD"), MapEntryWire(kRequired, "new", "NEW"),
      MapEntryWire(kCredentials, "aws", "KEY"),
      MapEntryWire(kSchemas, "bucket", "SCHEMA"));
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
  EXPECT_EQ(Printed(request->credentials), "aws=KEY");
  EXPECT_EQ(Printed(request->required_schemas), "bucket=SCHEMA");
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
      {"Credentials of one name twice.",
       MapEntryWire(kCredentials, "a", "") +
           MapEntryWire(kCredentials, "a", ""),
       true},
      {"A schema of one name twice.",
       MapEntryWire(kSchemas, "a", "") + MapEntryWire(kSchemas, "a", ""), true},
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
  // Crossplane found none, which is an answer.
  ASSERT_NE(request->Answer("empty"), nullptr);
  EXPECT_EQ(*request->Answer("empty"), "");
  EXPECT_EQ(request->Answer("nope"), nullptr);
}

TEST(Request, FindsSchemas) {
  const std::string bytes =
      absl::StrCat(MapEntryWire(kSchemas, "found", "S"),
                   FieldWire(kSchemas, FieldWire(1, "none")));
  auto request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  ASSERT_NE(request->Schema("found"), nullptr);
  EXPECT_EQ(*request->Schema("found"), "S");
  // Crossplane found none, which is an answer.
  ASSERT_NE(request->Schema("none"), nullptr);
  EXPECT_EQ(*request->Schema("none"), "");
  EXPECT_EQ(request->Schema("nope"), nullptr);
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
      {"An unknown readiness is read as unspecified.",
       absl::StrCat(FieldWire(1, "OBJ"), MapEntryWire(2, "host", "a"),
                    VarintFieldWire(3, 9)),
       Ready::kUnspecified, false},
      {"… also behind one that is known.",
       absl::StrCat(VarintFieldWire(3, 1), FieldWire(1, "OBJ"),
                    MapEntryWire(2, "host", "a"), VarintFieldWire(3, 9)),
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

TEST(Request, TellsWhereThereAreFieldsThatNobodyKnows) {
  const std::string known = FieldWire(1, "A") + MapEntryWire(2, "a", "");
  const std::string more = FieldWire(15, "x") + VarintFieldWire(4, 1);
  bool odd = false;
  EXPECT_FALSE(Resource::Parse(known, &odd)->has_more);
  EXPECT_TRUE(Resource::Parse(more + known, &odd)->has_more);
  EXPECT_EQ(MoreOfResource(FieldWire(15, "x") + known + VarintFieldWire(3, 1) +
                           VarintFieldWire(4, 1)),
            more);
  const std::string bytes =
      FieldWire(kObserved, known) + FieldWire(kDesired, known + more);
  auto request = Request::Parse(bytes);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_FALSE(request->observed.has_more);
  EXPECT_TRUE(request->desired.has_more);
  EXPECT_EQ(MoreOfState(*request->desired.bytes), more);
  EXPECT_EQ(MoreOfState(known), "");
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

TEST(CredentialDataOf, TakesCredentialsApart) {
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
    bool odd;
  } tests[] = {
      {"The keys of a Secret, in the order of the wire.",
       FieldWire(1,
                 MapEntryWire(1, "user", "u") + MapEntryWire(1, "pass", "p")),
       "user=u pass=p", false},
      {"The data may be any bytes.",
       FieldWire(1, MapEntryWire(1, "key", "\xff")), "key=\xff", false},
      {"No source is no data.", "", "", false},
      {"An unknown source has no data that we can read.", FieldWire(2, "x"), "",
       false},
      {"A source twice is odd.",
       FieldWire(1, MapEntryWire(1, "a", "1")) +
           FieldWire(1, MapEntryWire(1, "b", "2")),
       "b=2", true},
      {"A key twice is odd.",
       FieldWire(1, MapEntryWire(1, "a", "1") + MapEntryWire(1, "a", "2")),
       "a=1", true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    bool odd = false;
    auto data = CredentialDataOf(test.bytes, &odd);
    ASSERT_TRUE(data.ok()) << data.status();
    EXPECT_EQ(Printed(*data), test.want);
    EXPECT_EQ(odd, test.odd);
  }
}

TEST(CredentialDataOf, RefusesWhatIsNone) {
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"The message is cut off.", "\x0a\x05",
       "not a RunFunctionRequest: a Credentials is truncated"},
      {"Its data is cut off.", FieldWire(1, "\x0a\x05"),
       "not a RunFunctionRequest: a CredentialData is truncated"},
      {"A name is not UTF-8.", FieldWire(1, MapEntryWire(1, "\xff", "")),
       "not a RunFunctionRequest: a name is not UTF-8"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    bool odd = false;
    EXPECT_EQ(CredentialDataOf(test.bytes, &odd).status(),
              absl::InvalidArgumentError(test.want));
  }
}

TEST(OpenApiOf, TellsWhetherThereIsASchema) {
  const struct {
    const char* reason;
    std::string bytes;
    std::optional<absl::string_view> want;
    bool odd;
  } tests[] = {
      {"A schema.", FieldWire(1, "S"), "S", false},
      {"An empty schema is there.", FieldWire(1, ""), "", false},
      {"Crossplane found none.", "", std::nullopt, false},
      {"A schema twice is odd.", FieldWire(1, "") + FieldWire(1, "S"), "S",
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    bool odd = false;
    auto schema = OpenApiOf(test.bytes, &odd);
    ASSERT_TRUE(schema.ok()) << schema.status();
    EXPECT_EQ(*schema, test.want);
    EXPECT_EQ(odd, test.odd);
  }
  bool odd = false;
  EXPECT_TRUE(absl::IsInvalidArgument(OpenApiOf("\x0a\x05", &odd).status()));
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
