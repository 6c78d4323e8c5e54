// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/digest.h"

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Digest, IsHexadecimal) {
  EXPECT_EQ(Sha1(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Sha1("Crossplane"), "3b683dc8ff44122b331a5e4f253dd69d90726d75");
  EXPECT_EQ(Sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("ü"),
            "607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f");
  EXPECT_EQ(Sha512("1234").substr(0, 16), "d404559f602eab6f");
  EXPECT_EQ(Sha512("").size(), 128u);
}

TEST(Digest, AdlerIsDecimal) {
  EXPECT_EQ(Adler32(""), "1");
  EXPECT_EQ(Adler32("Crossplane"), "373097499");
  // Longer than what fits 32 bits without reducing.
  EXPECT_EQ(Adler32(std::string(100000, '\xff')), "345649196");
}

}  // namespace
}  // namespace loom
