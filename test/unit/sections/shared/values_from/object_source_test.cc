// SPDX-License-Identifier: Apache-2.0
// What it refuses is in
// test/unit/sections/shared/targets/reference_test.cc.
#include "sections/shared/values_from/object_source.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(ObjectSource, HasDefaults) {
  Pool pool;
  Problems problems;
  Value json = ParseJson(R"({"apiVersion": "ec2.example.org/v1beta1",
      "kind": "VPC", "name": "main", "fieldPath": "spec.id"})",
                         &pool)
                   .value();
  const Input input(json, Dialect::kNative, &problems);
  Value none = Object();
  Fields root(Input(none, Dialect::kNative, &problems));
  ObjectSource source = ObjectSource::Parse(input, root);
  EXPECT_EQ(problems.Joined(), "");
  EXPECT_EQ(source.kind.name.group, "ec2.example.org");
  EXPECT_EQ(source.kind.name.version, "v1beta1");
  EXPECT_EQ(source.kind.name.ApiVersion(), "ec2.example.org/v1beta1");
  EXPECT_EQ(source.name.text, "main");
  EXPECT_FALSE(source.ns.given());
  EXPECT_FALSE(source.by_labels);
  EXPECT_EQ(source.mode, SelectionMode::kSingle);
  EXPECT_EQ(source.sort_by.text(), "metadata.name");
  EXPECT_EQ(source.path.text(), "spec.id");
  EXPECT_EQ(source.decoding, Decoding::kAuto);
}

}  // namespace
}  // namespace loom
