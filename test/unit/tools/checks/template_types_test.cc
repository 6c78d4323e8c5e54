// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/template_types.h"

#include <gtest/gtest.h>

#include "data/value/json.h"

namespace loom {
namespace {

constexpr char kXrd[] = R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions:
  - {name: v1}
  - {name: v2, referenceable: true, schema: {openAPIV3Schema: {type: object}}}
)";
constexpr char kInput[] = R"(apiVersion: pt.fn.crossplane.io/v1beta1
resources:
- {name: a, base: {apiVersion: example.org/v2, kind: XApp}}
- name: b
  base: {apiVersion: example.org/v2, kind: XApp}
  patches: [{fromFieldPath: spec.kind, toFieldPath: kind}]
- {name: c}
)";

TEST(TemplateTypes, AnInputOnItsOwnIsForTheOnlyXrd) {
  Corpus corpus;
  corpus.AddText("f0.yaml", kInput);
  corpus.AddText("f1.yaml", kXrd);
  corpus.Sort();
  TemplateTypes types(corpus, corpus.pipelines()[0]);
  EXPECT_EQ(types.composite().api_version, "example.org/v2");
  EXPECT_EQ(types.composite().kind, "XApp");
  EXPECT_NE(types.composite().schema, nullptr);
  auto resources = ResourcesOf(*corpus.inputs()[0]);
  EXPECT_EQ(types.SchemaOf(resources[0]), types.composite().schema);
  EXPECT_EQ(types.SchemaOf(resources[1]), nullptr);
  EXPECT_EQ(types.SchemaOf(resources[2]), nullptr);
}

TEST(TemplateTypes, OfTwoXrdsNoneIsMeant) {
  Corpus corpus;
  corpus.AddText("f0.yaml", kInput);
  corpus.AddText("f1.yaml", kXrd);
  corpus.AddText("f2.yaml", kXrd);
  corpus.Sort();
  EXPECT_EQ(TemplateTypes(corpus, corpus.pipelines()[0]).composite().kind, "");
}

TEST(TypeAfter, SaysWhatATransformMakes) {
  const struct {
    const char* reason;
    const char* transform;
    const char* type;
    const char* want;
  } tests[] = {
      {"Texts.", R"({"type": "string"})", "integer", "string"},
      {"Whole numbers stay whole.", R"({"type": "math"})", "integer",
       "integer"},
      {"Other numbers.", R"({"type": "math"})", "", "number"},
      {"A conversion.", R"({"type": "convert", "convert": {"toType": "bool"}})",
       "string", "boolean"},
      {"One to nothing known.", R"({"type": "convert"})", "string", ""},
      {"Pairs of texts.", R"({"type": "map", "map": {"a": "b"}})", "string",
       "string"},
      {"Other pairs.", R"({"type": "map", "map": {"a": 1}})", "string", ""},
      {"A match may give anything.", R"({"type": "match"})", "string", ""},
      {"No transform.", "1", "string", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    EXPECT_EQ(TypeAfter(*ParseJson(test.transform, &pool), test.type),
              test.want);
  }
}

}  // namespace
}  // namespace loom
