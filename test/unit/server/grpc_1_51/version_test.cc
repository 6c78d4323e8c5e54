// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/version.h"

#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// The header looks at the headers; the library that is linked must be the same.
TEST(GrpcVersion, IsTheOneWhoseClassesAreDeclaredHere) {
  EXPECT_EQ(grpc::Version(), GRPC_CPP_VERSION_STRING);
  EXPECT_THAT(grpc::Version(), testing::StartsWith("1.51."));
}

}  // namespace
}  // namespace loom
