// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/declarations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(Declarations, NumberVariables) {
  Declarations names;
  EXPECT_EQ(names.Declare("object", CelType::Dyn()), 0);
  EXPECT_EQ(names.Declare("observed", CelType::RecordOf(kStateMessage)), 1);
  EXPECT_EQ(names.Find("observed"), 1);
  EXPECT_EQ(names.Find("desired"), std::nullopt);
  EXPECT_TRUE(names.at(0).type.IsDyn());
  EXPECT_THAT(names.Names(), ::testing::ElementsAre("object", "observed"));
}

TEST(Declarations, KnowTheFieldsOfMessages) {
  EXPECT_EQ(FieldType(kStateMessage, "resources")->text(),
            "map(string, apiextensions.fn.proto.v1.Resource)");
  EXPECT_EQ(FieldType(kResourceMessage, "ready")->text(), "int");
  EXPECT_FALSE(FieldType(kResourceMessage, "connectionDetails").has_value());
  EXPECT_THAT(FieldNames(kStateMessage),
              ::testing::ElementsAre("composite", "resources"));
}

}  // namespace
}  // namespace loom
