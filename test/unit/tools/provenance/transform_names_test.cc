// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/transform_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/json.h"

namespace loom {
namespace {

using testing::ElementsAre;

TEST(TransformNames, AreWhatTheAuthorWrote) {
  Pool pool;
  Value input = *ParseJson(
      R"({"resources": [{"patches": [{"transforms": [
            {"type": "string", "string": {"type": "Convert", "convert": "ToUpper"}},
            {"type": "math", "math": {"multiply": 2}},
            {"type": "convert", "convert": {"toType": "string"}},
            {"type": "map", "map": {"a": "b"}},
            {"type": "match", "match": {"fallbackValue": "x"}},
            {"type": "expression", "expression": "value * 2"},
            "odd"]}]}],
          "patchSets": [{"name": "tags", "patches": [{"transforms": [
            {"type": "map", "map": {}}]}]}]})",
      &pool);
  PipelineStep step{.index = 0, .input = &input};
  EXPECT_THAT(TransformNames(step, "resources[0].patches[0]"),
              ElementsAre("string Convert ToUpper", "math 2", "convert string",
                          "map", "match", "expression value * 2", ""));
  EXPECT_THAT(TransformExpressions(step, "resources[0].patches[0]"),
              ElementsAre("value * 2"));
  EXPECT_THAT(TransformNames(step, "patchSets[tags].patches[0]"),
              ElementsAre("map"));
  EXPECT_THAT(TransformNames(step, "patchSets[none].patches[0]"),
              ElementsAre());
  EXPECT_THAT(TransformNames(step, "resources[7].patches[0]"), ElementsAre());
  EXPECT_THAT(TransformNames({.index = 0}, "resources[0].patches[0]"),
              ElementsAre());
}

}  // namespace
}  // namespace loom
