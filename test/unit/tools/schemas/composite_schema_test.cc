// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/composite_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "test/testing/brief.h"
#include "tools/schemas/crd.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

std::string Definition(absl::string_view version, absl::string_view more,
                       absl::string_view schema) {
  return absl::StrCat(
      R"({"apiVersion": "apiextensions.crossplane.io/)", version,
      R"(", "kind": "CompositeResourceDefinition", "spec": {"group":
          "example.org", "names": {"kind": "XApp"}, "claimNames": {"kind":
          "App"})",
      more, R"(, "versions": [{"name": "v1", "schema": {"openAPIV3Schema": )",
      schema, "}}]}}");
}

// The schema of that kind.
Value SchemaFrom(const std::string& definition, absl::string_view kind,
                 Pool* pool) {
  const Value root = *ParseJson(definition, pool);
  const Value* schema = Find(
      *Find(Find(*Find(root, "spec"), "versions")->GetArray()[0], "schema"),
      "openAPIV3Schema");
  return CompositeSchema(root, *schema, *FormOf(root, kind), pool);
}

// The names of the properties of spec or status.
std::string NamesIn(const Value& schema, absl::string_view part) {
  std::vector<std::string> names;
  for (const Member& member :
       Dig(schema, {"properties", part, "properties"})->GetObject()) {
    names.emplace_back(View(member.name));
  }
  std::sort(names.begin(), names.end());
  return absl::StrJoin(names, " ");
}

TEST(CompositeSchema, DependsOnTheScope) {
  const struct {
    const char* reason;
    const char* version;
    const char* more;
    const char* kind;
    const char* words;
    const char* spec;
    const char* status;
  } tests[] = {
      {"v1 without a scope", "v1", "", "XApp", "legacy composite",
       "claimRef compositionRef compositionRevisionRef "
       "compositionRevisionSelector compositionSelector "
       "compositionUpdatePolicy resourceRefs writeConnectionSecretToRef",
       "claimConditionTypes conditions connectionDetails"},
      {"v2 without a scope", "v2", "", "XApp", "namespaced composite",
       "crossplane", "conditions"},
      {"v1 with the scope of v2", "v1", R"(, "scope": "Namespaced")", "XApp",
       "namespaced composite", "crossplane", "conditions"},
      {"v2 with a scope", "v2", R"(, "scope": "Cluster")", "XApp",
       "cluster-scoped composite", "crossplane", "conditions"},
      {"the scope of v1 in v2", "v2", R"(, "scope": "LegacyCluster")", "XApp",
       "legacy composite",
       "claimRef compositionRef compositionRevisionRef "
       "compositionRevisionSelector compositionSelector "
       "compositionUpdatePolicy resourceRefs writeConnectionSecretToRef",
       "claimConditionTypes conditions connectionDetails"},
      {"a claim", "v1", "", "App", "claim",
       "compositeDeletePolicy compositionRef compositionRevisionRef "
       "compositionRevisionSelector compositionSelector "
       "compositionUpdatePolicy resourceRef writeConnectionSecretToRef",
       "claimConditionTypes conditions connectionDetails"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const std::string definition = Definition(test.version, test.more, "{}");
    EXPECT_EQ(FormWords(*FormOf(*ParseJson(definition, &pool), test.kind)),
              test.words);
    const Value schema = SchemaFrom(definition, test.kind, &pool);
    EXPECT_EQ(NamesIn(schema, "spec"), test.spec);
    EXPECT_EQ(NamesIn(schema, "status"), test.status);
  }
  Pool pool;
  EXPECT_FALSE(FormOf(*ParseJson(Definition("v1", "", "{}"), &pool), "Other"));
}

TEST(CompositeSchema, TakesPartsOfTheDefinition) {
  const struct {
    const char* reason;
    const char* schema;
    const char* object;
    const char* want;  // what is wrong with the object
  } tests[] = {
      {"spec is required, even if the definition has none", "{}", "{}",
       "spec: Required value"},
      {"a spec may be empty", "{}", R"({"spec": {}})", ""},
      {"what spec requires", R"({"properties": {"spec": {"required": ["a"]}}})",
       R"({"spec": {}})", "spec.a: Required value"},
      {"oneOf of spec",
       R"({"properties": {"spec": {"oneOf": [{"required": ["a"]},
           {"required": ["b"]}], "properties": {"a": {}, "b": {}}}}})",
       R"({"spec": {}})",
       "spec: Invalid value: fits none of the alternatives of oneOf, expected "
       "one"},
      {"anyOf of spec is dropped",
       R"({"properties": {"spec": {"anyOf": [{"required": ["a"]}]}}})",
       R"({"spec": {}})", ""},
      {"additionalProperties of spec are dropped",
       R"({"properties": {"spec": {"additionalProperties": true}}})",
       R"({"spec": {"a": 1}})", "spec: unknown a"},
      {"unknown fields may be kept in spec",
       R"({"properties": {"spec": {
           "x-kubernetes-preserve-unknown-fields": true}}})",
       R"({"spec": {"a": 1}})", ""},
      {"but not in status",
       R"({"properties": {"status": {
           "x-kubernetes-preserve-unknown-fields": true}}})",
       R"({"spec": {}, "status": {"a": 1}})", "status: unknown a"},
      {"no other member beside spec and status",
       R"({"properties": {"data": {"type": "object"}}})",
       R"({"spec": {}, "data": {}})", ": unknown data"},
      {"machinery replaces what has its name",
       R"({"properties": {"spec": {"properties": {"resourceRefs":
           {"type": "string"}}}}})",
       R"({"spec": {"resourceRefs": "a"}})",
       "spec.resourceRefs: Invalid value: expected a list, got a string"},
      {"machinery is checked", "{}", R"({"spec": {"compositionRef": {}}})",
       "spec.compositionRef.name: Required value"},
      {"the metadata of an object is known", "{}",
       R"({"metadata": {"labels": {}, "finalizers": []}, "spec": {}})", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value schema =
        SchemaFrom(Definition("v1", "", test.schema), "XApp", &pool);
    std::vector<std::string> found;
    for (const Violation& each :
         ViolationsOf(schema, *ParseJson(test.object, &pool), &pool)) {
      found.push_back(
          absl::StrCat(absl::StrJoin(each.path, "."), ": ", each.said()));
    }
    EXPECT_EQ(Brief(absl::StrJoin(found, "; ")), test.want);
  }
}

TEST(CompositeSchema, LimitsNames) {
  const struct {
    const char* reason;
    const char* schema;
    int longest;
  } tests[] = {
      {"the name becomes a label", "{}", 63},
      {"the definition has a shorter limit",
       R"({"properties": {"metadata": {"properties": {"name":
           {"maxLength": 10}}}}})",
       10},
      {"the definition has a longer one",
       R"({"properties": {"metadata": {"properties": {"name":
           {"maxLength": 100}}}}})",
       63},
  };
  for (const auto& test : tests) {
    Pool pool;
    const Value schema =
        SchemaFrom(Definition("v1", "", test.schema), "XApp", &pool);
    EXPECT_EQ(Dig(schema,
                  {"properties", "metadata", "properties", "name", "maxLength"})
                  ->GetDouble(),
              test.longest)
        << test.reason;
  }
}

TEST(CompositeSchema, HasTheDefaultsOfTheDefinition) {
  Pool pool;
  Value composite = *ParseJson(R"({"spec": {"crossplane": {}}})", &pool);
  FillDefaults(SchemaFrom(Definition("v2",
                                     R"(, "defaultCompositionUpdatePolicy":
                                        "Manual")",
                                     "{}"),
                          "XApp", &pool),
               composite, &pool);
  EXPECT_EQ(*CompactJson(composite),
            R"({"spec":{"crossplane":{"compositionUpdatePolicy":"Manual"}}})");
}

TEST(CompositeSchema, SaysWhereFieldsAre) {
  using enum CompositeForm;
  EXPECT_EQ(WhereItMoved(kNamespaced, "spec", "compositionRef"),
            "spec.crossplane.compositionRef");
  EXPECT_EQ(WhereItMoved(kCluster, "spec", "resourceRefs"),
            "spec.crossplane.resourceRefs");
  EXPECT_EQ(WhereItMoved(kNamespaced, "spec", "claimRef"), "");
  EXPECT_EQ(WhereItMoved(kNamespaced, "spec.crossplane", "compositionRef"), "");
  EXPECT_EQ(WhereItMoved(kLegacyCluster, "spec", "crossplane"), "spec");
  EXPECT_EQ(WhereItMoved(kClaim, "spec", "crossplane"), "spec");
  EXPECT_EQ(WhereItMoved(kLegacyCluster, "spec", "compositionRefs"), "");
}

}  // namespace
}  // namespace loom
