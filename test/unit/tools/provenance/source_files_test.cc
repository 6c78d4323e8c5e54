// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/provenance/sources.h"

namespace loom {
namespace {

TEST(SourceFiles, KnowPlacesInEveryFile) {
  Pool pool;
  auto read = [&](const char* name, const char* text) {
    return std::move(ReadYaml(name, text, &pool)->at(0));
  };
  std::vector<YamlDocument> given;
  given.push_back(read("r.yaml",
                       "apiVersion: v1\nkind: ConfigMap\n"
                       "metadata: {name: c}\ndata: {k: v}\n"));
  PipelineInputs inputs{
      .composite = read("xr.yaml", "spec: {region: eu}\n"),
      .composition = {read("c.yaml",
                           "spec:\n  pipeline:\n  - step: a\n"
                           "    input: {resources: [{name: b}]}\n"),
                      {}},
      .given = {GivenResources(std::move(given)),
                GivenSchemas(std::vector<JsonFile>{})}};
  inputs.observed.emplace("b", read("o.yaml", "status: {id: 1}\n"));
  const SourceFiles files(inputs);
  auto text = [](const std::optional<ExplainedPlace>& place) {
    if (!place.has_value()) return std::string("none");
    const YamlPosition& at = place->position;
    return at.file + ":" + std::to_string(at.line) + ":" +
           std::to_string(at.column);
  };
  PipelineStep step{.index = 0, .path = "spec.pipeline[0]"};
  EXPECT_EQ(text(files.InComposite("spec.region")), "xr.yaml:1:16");
  EXPECT_EQ(text(files.InObserved("b", "status.id")), "o.yaml:1:14");
  EXPECT_EQ(text(files.InObserved("other", "status.id")), "none");
  EXPECT_EQ(text(files.InInput(step, "resources[0].name")), "c.yaml:4:32");
  EXPECT_EQ(text(files.InInput(step, "")), "c.yaml:3:5");
  const Value& config = inputs.given.resources.documents()[0].root;
  EXPECT_EQ(text(files.InGiven(config, "data.k")), "r.yaml:4:11");
  EXPECT_EQ(text(files.InGiven(inputs.composite.root, "spec")), "none");
}

}  // namespace
}  // namespace loom
