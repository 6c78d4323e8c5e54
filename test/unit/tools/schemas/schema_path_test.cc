// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

using Answer = SchemaPlace::Answer;

constexpr char kXrdSchemaPath[] = R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer}
              tags: {type: object, additionalProperties: {type: string}}
              zones: {type: array, items: {type: object, properties: {name: {type: string}}}}
              free: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {mode: {type: string}}}
              port: {x-kubernetes-int-or-string: true}
              empty: {type: object}
              any: {}
              either: {type: object, anyOf: [{required: [a]}]}
)";

TEST(FollowPath, SaysWhatTheSchemaKnows) {
  KindSchemas schemas;
  schemas.Add("xrd.yaml", kXrdSchemaPath);
  const KindSchema* kind = schemas.Find("example.org/v1", "XApp");
  ASSERT_NE(kind, nullptr);
  const struct {
    const char* reason;
    const char* path;
    Answer answer;
    const char* text;  // the type, or what is missing and what is near
  } tests[] = {
      {"A member.", "spec.size", Answer::kKnown, "integer"},
      {"A key of a map.", "spec.tags.a", Answer::kKnown, "string"},
      {"An element.", "spec.zones[3].name", Answer::kKnown, "string"},
      {"All elements.", "spec.zones[*].name", Answer::kKnown, "string"},
      {"An integer or a string.", "spec.port", Answer::kKnown, ""},
      {"A member that is mistyped.", "spec.sise.a", Answer::kMissing,
       "spec.sise spec.size"},
      {"A member of a number.", "spec.size.a", Answer::kMissing,
       "spec.size.a "},
      {"A member of a list.", "spec.zones.name", Answer::kMissing,
       "spec.zones.name spec.zones[0].name"},
      {"What the items lack, too.", "spec.zones.length", Answer::kMissing,
       "spec.zones.length spec.zones[0]"},
      {"A slip in a member of a list.", "spec.zones.nmae", Answer::kMissing,
       "spec.zones.nmae spec.zones[0].name"},
      {"An object without members has none.", "spec.empty.a", Answer::kMissing,
       "spec.empty.a "},
      {"No status is declared.", "status.arn", Answer::kMissing, "status.arn "},
      {"What is preserved.", "spec.free.a.b", Answer::kFree, ""},
      {"A schema that says nothing.", "spec.any.a", Answer::kFree, ""},
      {"Alternatives say more.", "spec.either.a", Answer::kFree, ""},
      {"What every object has.", "metadata.name", Answer::kKnown, "string"},
      {"What no object has.", "metadata.nane", Answer::kMissing,
       "metadata.nane metadata.name"},
      {"Labels have any keys.", "metadata.labels[a/b]", Answer::kKnown, ""},
      {"A slip where anything may be.", "spec.free.mdoe", Answer::kFree,
       "spec.free.mdoe spec.free.mode"},
      {"What Crossplane adds.", "spec.claimRef.name", Answer::kKnown, "string"},
      {"Conditions are there.", "status.conditions[0]", Answer::kKnown,
       "object"},
      {"The keys of a map may be numbers.", "spec.tags[0]", Answer::kFree, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto place = FollowPath(*kind, Path::Parse(test.path)->segments());
    EXPECT_EQ(static_cast<int>(place.answer), static_cast<int>(test.answer));
    std::string text = place.answer == Answer::kKnown
                           ? std::string(TypeIn(*place.schema))
                       : place.answer == Answer::kMissing || place.IsSlip()
                           ? place.missing + " " + place.nearest
                           : "";
    EXPECT_EQ(text, test.text);
  }
}

TEST(TypeAt, KnowsWhatEveryObjectHas) {
  EXPECT_EQ(TypeAt(nullptr, Path::Parse("metadata.name")->segments()),
            "string");
  EXPECT_EQ(TypeAt(nullptr, Path::Parse("metadata.labels[a/b]")->segments()),
            "string");
  EXPECT_EQ(TypeAt(nullptr, Path::Parse("metadata.labels")->segments()), "");
  EXPECT_EQ(TypeAt(nullptr, Path::Parse("spec.size")->segments()), "");
  EXPECT_EQ(TypeWords("array"), "a list");
  EXPECT_EQ(TypeWords(""), "a value");
}

}  // namespace
}  // namespace loom
