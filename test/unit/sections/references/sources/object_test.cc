// SPDX-License-Identifier: Apache-2.0
// What it refuses is in
// test/unit/sections/references/entry_test.cc.
#include "sections/references/sources/object.h"

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
  const ObjectSource source(input, root);
  const Lookup& lookup = source.lookup();
  EXPECT_EQ(problems.Joined(), "");
  EXPECT_EQ(lookup.kind.name.group, "ec2.example.org");
  EXPECT_EQ(lookup.kind.name.version, "v1beta1");
  EXPECT_EQ(lookup.kind.name.ApiVersion(), "ec2.example.org/v1beta1");
  EXPECT_EQ(lookup.name.text, "main");
  EXPECT_FALSE(lookup.ns.given());
  EXPECT_FALSE(lookup.by_labels);
  EXPECT_EQ(lookup.mode, SelectionMode::kSingle);
  EXPECT_EQ(lookup.sort_by.text(), "metadata.name");
  EXPECT_EQ(source.path(), "spec.id");
  EXPECT_EQ(source.decoding(), Decoding::kAuto);
}

}  // namespace
}  // namespace loom
