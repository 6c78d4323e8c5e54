// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/request.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/limits.h"
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

constexpr absl::string_view kPrefix = "not a RunFunctionRequest: ";

TEST(Request, RefusesWhatIsGivenTwice) {
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"Each map has keys of its own.",
       MapEntryWire(kExtra, "a", "") + MapEntryWire(kRequired, "a", ""), ""},
      {"Unknown fields are walked over.",
       FieldWire(15, "x") + FieldWire(15, "y") + VarintFieldWire(14, 1), ""},
      {"A known number of another wire type is unknown.",
       VarintFieldWire(kInput, 1) + FieldWire(kInput, "") +
           VarintFieldWire(kInput, 1),
       ""},
      {"An entry without a value.", FieldWire(kRequired, FieldWire(1, "a")),
       ""},
      {"Of a scalar the last one counts, as for any reader of protobuf.",
       FieldWire(kMeta, FieldWire(1, "a") + FieldWire(1, "b")), ""},

      {"Meta data.", FieldWire(kMeta, "") + FieldWire(kMeta, ""),
       "meta occurs twice"},
      {"An input.", FieldWire(kInput, "") + FieldWire(kInput, ""),
       "input occurs twice"},
      {"A context.", FieldWire(kContext, "") + FieldWire(kContext, ""),
       "context occurs twice"},
      {"An observed state.",
       FieldWire(kObserved, FieldWire(kComposite, "")) +
           FieldWire(kObserved, MapEntryWire(kResources, "a", "")),
       "observed occurs twice"},
      {"A desired state.",
       FieldWire(kDesired, "") + FieldWire(kObserved, "") +
           FieldWire(kDesired, ""),
       "desired occurs twice"},
      {"A composite.",
       FieldWire(kDesired,
                 FieldWire(kComposite, "") + FieldWire(kComposite, "")),
       "composite occurs twice"},
      {"A key.",
       MapEntryWire(kRequired, "a", "1") + MapEntryWire(kRequired, "a", "2"),
       "the key \"a\" occurs twice"},
      {"Credentials of one name.",
       MapEntryWire(kCredentials, "a", "") +
           MapEntryWire(kCredentials, "a", ""),
       "the key \"a\" occurs twice"},
      {"A schema of one name.",
       MapEntryWire(kSchemas, "a", "") + MapEntryWire(kSchemas, "a", ""),
       "the key \"a\" occurs twice"},
      {"The empty key, once written and once not.",
       FieldWire(kRequired, "") + MapEntryWire(kRequired, "", "2"),
       "the key \"\" occurs twice"},
      {"A resource.",
       FieldWire(kDesired, MapEntryWire(kResources, "a", "") +
                               MapEntryWire(kResources, "a", "")),
       "the key \"a\" occurs twice"},
      {"A key in one entry.",
       FieldWire(kRequired, FieldWire(1, "a") + FieldWire(1, "b")),
       "the key of a map entry occurs twice"},
      {"A value in one entry.",
       FieldWire(kRequired, FieldWire(2, "") + FieldWire(2, "")),
       "the value of a map entry occurs twice"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const absl::Status status = Request::Parse(test.bytes).status();
    EXPECT_EQ(status, *test.want == '\0'
                          ? absl::OkStatus()
                          : absl::InvalidArgumentError(
                                absl::StrCat(kPrefix, test.want)));
  }
}

TEST(Request, QuotesOnlyTheBeginningOfALongKey) {
  const std::string entry = MapEntryWire(kRequired, std::string(1000, 'x'), "");
  const absl::Status status = Request::Parse(entry + entry).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_LT(status.message().size(), 2 * limits::kName);
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
  } tests[] = {
      {"All there is.",
       absl::StrCat(FieldWire(1, "OBJ"), MapEntryWire(2, "host", "a"),
                    VarintFieldWire(3, 1)),
       Ready::kTrue},
      {"The last readiness counts, as with any scalar.",
       absl::StrCat(VarintFieldWire(3, 1), FieldWire(1, "OBJ"),
                    MapEntryWire(2, "host", "a"), VarintFieldWire(3, 2)),
       Ready::kFalse},
      {"An unknown readiness is read as unspecified.",
       absl::StrCat(FieldWire(1, "OBJ"), MapEntryWire(2, "host", "a"),
                    VarintFieldWire(3, 9)),
       Ready::kUnspecified},
      {"… also behind one that is known.",
       absl::StrCat(VarintFieldWire(3, 1), FieldWire(1, "OBJ"),
                    MapEntryWire(2, "host", "a"), VarintFieldWire(3, 9)),
       Ready::kUnspecified},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto resource = Resource::Parse(test.bytes);
    ASSERT_TRUE(resource.ok()) << resource.status();
    EXPECT_EQ(resource->object, "OBJ");
    ASSERT_EQ(resource->connection_details.size(), 1u);
    EXPECT_EQ(resource->connection_details[0].first, "host");
    EXPECT_EQ(resource->connection_details[0].second, "a");
    EXPECT_EQ(resource->ready, test.ready);
  }
  EXPECT_TRUE(absl::IsInvalidArgument(Resource::Parse("\x0a\x05x").status()));
  EXPECT_EQ(Resource::Parse(FieldWire(1, "") + FieldWire(1, "OBJ")).status(),
            absl::InvalidArgumentError(
                absl::StrCat(kPrefix, "resource occurs twice")));
  EXPECT_EQ(Resource::Parse(MapEntryWire(2, "host", "a") +
                            MapEntryWire(2, "host", "b"))
                .status(),
            absl::InvalidArgumentError(
                absl::StrCat(kPrefix, "the key \"host\" occurs twice")));
}

TEST(Request, TellsWhereThereAreFieldsThatNobodyKnows) {
  const std::string known = FieldWire(1, "A") + MapEntryWire(2, "a", "");
  const std::string more = FieldWire(15, "x") + VarintFieldWire(4, 1);
  EXPECT_FALSE(Resource::Parse(known)->has_more);
  EXPECT_TRUE(Resource::Parse(more + known)->has_more);
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
  const std::string bytes = FieldWire(1, FieldWire(1, "A")) + FieldWire(1, "") +
                            FieldWire(1, FieldWire(1, "B"));
  auto objects = ObjectsOf(bytes);
  ASSERT_TRUE(objects.ok()) << objects.status();
  EXPECT_EQ(absl::StrJoin(*objects, ","), "A,,B");
  EXPECT_TRUE(absl::IsInvalidArgument(ObjectsOf("\x0a\x05").status()));
}

TEST(CredentialDataOf, TakesCredentialsApart) {
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"The keys of a Secret, in the order of the wire.",
       FieldWire(1,
                 MapEntryWire(1, "user", "u") + MapEntryWire(1, "pass", "p")),
       "user=u pass=p"},
      {"The data may be any bytes.",
       FieldWire(1, MapEntryWire(1, "key", "\xff")), "key=\xff"},
      {"No source is no data.", "", ""},
      {"An unknown source has no data that we can read.", FieldWire(2, "x"),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto data = CredentialDataOf(test.bytes);
    ASSERT_TRUE(data.ok()) << data.status();
    EXPECT_EQ(Printed(*data), test.want);
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
      {"A source is given twice.",
       FieldWire(1, MapEntryWire(1, "a", "1")) +
           FieldWire(1, MapEntryWire(1, "b", "2")),
       "not a RunFunctionRequest: credential_data occurs twice"},
      {"A key is given twice.",
       FieldWire(1, MapEntryWire(1, "a", "1") + MapEntryWire(1, "a", "2")),
       "not a RunFunctionRequest: the key \"a\" occurs twice"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(CredentialDataOf(test.bytes).status(),
              absl::InvalidArgumentError(test.want));
  }
}

TEST(OpenApiOf, TellsWhetherThereIsASchema) {
  const struct {
    const char* reason;
    std::string bytes;
    std::optional<absl::string_view> want;
  } tests[] = {
      {"A schema.", FieldWire(1, "S"), "S"},
      {"An empty schema is there.", FieldWire(1, ""), ""},
      {"Crossplane found none.", "", std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto schema = OpenApiOf(test.bytes);
    ASSERT_TRUE(schema.ok()) << schema.status();
    EXPECT_EQ(*schema, test.want);
  }
  EXPECT_TRUE(absl::IsInvalidArgument(OpenApiOf("\x0a\x05").status()));
  EXPECT_EQ(OpenApiOf(FieldWire(1, "") + FieldWire(1, "S")).status(),
            absl::InvalidArgumentError(
                absl::StrCat(kPrefix, "openapi_v3 occurs twice")));
}

TEST(EntriesOf, ListsTheEntriesOfAStruct) {
  const std::string bytes =
      MapEntryWire(1, "b", "1") + MapEntryWire(1, "a", "2");
  auto entries = EntriesOf(bytes);
  ASSERT_TRUE(entries.ok()) << entries.status();
  EXPECT_EQ(Printed(*entries), "b=1 a=2");
  const std::string twice =
      MapEntryWire(1, "b", "1") + MapEntryWire(1, "b", "2");
  EXPECT_EQ(EntriesOf(twice).status(),
            absl::InvalidArgumentError(
                absl::StrCat(kPrefix, "the key \"b\" occurs twice")));
  EXPECT_TRUE(absl::IsInvalidArgument(EntriesOf("\x0a\x05").status()));
}

}  // namespace
}  // namespace loom
