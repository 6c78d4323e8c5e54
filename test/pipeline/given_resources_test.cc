// SPDX-License-Identifier: Apache-2.0
#include "pipeline/given_resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;
using testing::ElementsAre;

class GivenResourcesTest : public testing::Test {
 protected:
  std::vector<std::string> Names(const fn::ResourceSelector& selector) {
    GivenResources given(*ReadYaml("f",
                                   "apiVersion: v1\n"
                                   "kind: K\n"
                                   "metadata: {name: b, labels: {x: one}}\n"
                                   "---\n"
                                   "apiVersion: v1\n"
                                   "kind: K\n"
                                   "metadata:\n"
                                   "  name: a\n"
                                   "  namespace: ns\n"
                                   "  labels: {x: one, z: two}\n"
                                   "---\n"
                                   "apiVersion: v2\n"
                                   "kind: K\n"
                                   "metadata: {name: c, labels: {x: one}}\n",
                                   &pool_));
    std::vector<std::string> names;
    fn::Resources found = given.Fetch(selector);
    for (const fn::Resource& item : found.items()) {
      names.push_back(item.resource()
                          .fields()
                          .at("metadata")
                          .struct_value()
                          .fields()
                          .at("name")
                          .string_value());
    }
    return names;
  }

  Pool pool_;
};

TEST_F(GivenResourcesTest, SelectsByNameOrLabels) {
  fn::ResourceSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("K");
  EXPECT_THAT(Names(selector), ElementsAre("a", "b")) << "all, by name";
  selector.set_match_name("b");
  EXPECT_THAT(Names(selector), ElementsAre("b"));
  selector.set_namespace_("elsewhere");
  EXPECT_THAT(Names(selector), ElementsAre("b")) << "as 2.2 does it";
  selector.set_match_name("c");
  EXPECT_THAT(Names(selector), ElementsAre()) << "of another version";
  auto& labels = *selector.mutable_match_labels()->mutable_labels();
  labels["x"] = "one";
  EXPECT_THAT(Names(selector), ElementsAre("a", "b"));
  labels["z"] = "two";
  EXPECT_THAT(Names(selector), ElementsAre("a"));
  labels["z"] = "";
  EXPECT_THAT(Names(selector), ElementsAre());
}

TEST(DescribeTest, SaysWhatIsAskedFor) {
  fn::ResourceSelector selector;
  selector.set_kind("Secret");
  EXPECT_EQ(Describe(selector), "any Secret");
  selector.set_match_name("s");
  EXPECT_EQ(Describe(selector), "Secret \"s\"");
  (*selector.mutable_match_labels()->mutable_labels())["b"] = "2";
  (*selector.mutable_match_labels()->mutable_labels())["a"] = "1";
  EXPECT_EQ(Describe(selector), "Secret with labels a=1, b=2");
}

}  // namespace
}  // namespace loom
