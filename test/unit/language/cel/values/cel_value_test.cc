// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_value.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(CelValue, KeepsWhatItWasMadeOf) {
  EXPECT_EQ(CelValue::Int(-3).AsInt(), -3);
  EXPECT_EQ(CelValue::Uint(UINT64_MAX).AsUint(), UINT64_MAX);
  EXPECT_EQ(CelValue::Double(1.5).AsReal(), 1.5);
  EXPECT_EQ(CelValue::String("eu").AsText(), "eu");
  EXPECT_EQ(CelValue::Timestamp({5, 6}).AsTime(), (CelTime{5, 6}));
  EXPECT_TRUE(CelValue::Bool(true).IsTrue());
  EXPECT_FALSE(CelValue::Int(1).IsTrue());
  EXPECT_TRUE(CelValue::Uint(1).IsNumber());
  EXPECT_EQ(CelValue().kind(), CelKind::kNull);
}

TEST(CelValue, HasATypeName) {
  EXPECT_EQ(TypeNameOf(CelValue::Null()), "null_type");
  EXPECT_EQ(TypeNameOf(CelValue::Duration({})), "google.protobuf.Duration");
  EXPECT_EQ(TypeNameOf(CelKind::kOptional), "optional_type");
}

}  // namespace
}  // namespace loom
