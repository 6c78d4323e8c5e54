// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/object_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loom {
namespace {

using testing::ElementsAre;

ShownValue Json(const char* text) { return {.json = text}; }

TEST(ProvenanceGraph, HasEachSourceOnce) {
  ProvenanceGraph graph;
  EXPECT_EQ(graph.Source({.kind = "composite", .name = "a", .path = "x"}), 0u);
  EXPECT_EQ(graph.Source({.kind = "composite", .name = "a", .path = "y"}), 1u);
  EXPECT_EQ(graph.Source({.kind = "composite", .name = "a", .path = "x"}), 0u);
}

TEST(ProvenanceGraph, KeepsWhatAFieldWas) {
  ProvenanceGraph graph;
  graph.Write("bucket", "spec.a", Json("1"), {.kind = "base"});
  graph.Write("bucket", "spec.a", Json("2"), {.kind = "patch"});
  const ExplainedField& field = graph.all().fields[0];
  EXPECT_EQ(field.value.json, "2");
  EXPECT_EQ(field.by, 1u);
  ASSERT_EQ(field.was.size(), 1u);
  EXPECT_EQ(field.was[0].value.json, "1");
  EXPECT_EQ(field.was[0].by, 0u);
}

TEST(ProvenanceGraph, FindsFieldsInsideOfAPath) {
  ProvenanceGraph graph;
  graph.Write("b", "spec.a", Json("1"), {});
  graph.Write("b", "spec.ab", Json("1"), {});
  graph.Write("b", "spec.a.x", Json("1"), {});
  EXPECT_THAT(graph.FieldsWithin("b", "spec.a"), ElementsAre(0, 2));
  EXPECT_THAT(graph.FieldsWithin("other", ""), ElementsAre());
}

TEST(ProvenanceGraph, MakesSecretsOfSecrets) {
  ProvenanceGraph graph;
  size_t secret = graph.Source({.kind = "object", .value = {.secret = true}});
  graph.Write("b", "spec.a", Json("\"hunter2\""),
              {.from = {{Origin::Kind::kSource, secret}},
               .transforms = {{.type = "string", .in = Json("1")}}});
  graph.Write("b", "spec.b", Json("\"HUNTER2\""),
              {.from = {{Origin::Kind::kField, 0}}});
  for (const ExplainedField& field : graph.all().fields) {
    EXPECT_TRUE(field.value.secret) << field.path;
    EXPECT_FALSE(field.value.json.has_value()) << field.path;
  }
  EXPECT_FALSE(graph.all().steps[0].transforms[0].in.json.has_value());
}

TEST(ProvenanceGraph, LeavesOutWhatWasRemovedAndNotRead) {
  ProvenanceGraph graph;
  graph.Write("b", "spec", Json("{}"), {.kind = "base"});
  graph.Remove("b", "spec");
  graph.Write("b", "spec.a", Json("1"), {.kind = "patch"});
  graph.Write("b", "spec.c", Json("1"),
              {.kind = "patch", .from = {{Origin::Kind::kField, 1}}});
  graph.Remove("b", "spec.a");
  Explanation all = graph.Take();
  ASSERT_EQ(all.fields.size(), 2u);
  EXPECT_EQ(all.fields[0].path, "spec.a") << "another field was made of it";
  EXPECT_EQ(all.steps[0].to, std::nullopt);
  EXPECT_EQ(all.steps[2].to, 1u);
  EXPECT_EQ(all.steps[2].from[0].id, 0u);
}

TEST(ProvenanceGraph, ForgetsValuesAndKeepsTheirFields) {
  ProvenanceGraph graph;
  graph.Write("b", "spec.a", Json("1"), {});
  graph.Remove("b", "spec.a");
  EXPECT_EQ(graph.Field("b", "spec.a"), std::nullopt);
  EXPECT_FALSE(graph.all().fields[0].value.json.has_value());
  size_t step = graph.Miss("b", "spec.c", {.outcome = "skipped"});
  EXPECT_EQ(graph.all().steps[step].to, 1u);
  EXPECT_EQ(graph.all().fields[1].by, step);
  EXPECT_THAT(graph.Owners(), ElementsAre());
}

}  // namespace
}  // namespace loom
