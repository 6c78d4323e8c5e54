// SPDX-License-Identifier: Apache-2.0
#include "data/go/base64.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

TEST(Base64, Decodes) {
  struct {
    const char* text;
    absl::string_view want;
  } tests[] = {
      {"", ""},
      {"aGVsbG8=", "hello"},
      {"YQ==", "a"},
      {"YWI=", "ab"},
      {"YWJj", "abc"},
      {"/+8A", {"\xff\xef\0", 3}},
      {"aGVs\nbG8=\r\n", "hello"},
      {"\nY\rQ=\n=", "a"},
      {"YR==", "a"},  // the last four bits do not count
  };
  for (const auto& test : tests) {
    absl::StatusOr<std::string> bytes = DecodeBase64(test.text);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_EQ(*bytes, test.want) << test.text;
  }
}

TEST(Base64, SaysWhereItStopsBeingThat) {
  struct {
    const char* reason;
    const char* text;
    int offset;
  } tests[] = {
      {"No padding.", "aGVsbG8", 4},
      {"A letter left over.", "ThisStringIsNotBase64", 20},
      {"The alphabet of URLs.", "_-__", 0},
      {"A space.", "aGVs bG8=", 4},
      {"Something behind the padding.", "aG==VsbG8=", 4},
      {"Padding alone.", "=", 0},
      {"Padding too early.", "a===", 1},
      {"Half of the padding.", "YQ=", 3},
      {"Something within the padding.", "YQ=a", 2},
      {"Too much padding.", "YWI==", 4},
      {"Outside ASCII.", "YWI\xc3", 3},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(DecodeBase64(test.text).status(),
              absl::FailedPreconditionError(absl::StrCat(
                  "illegal base64 data at input byte ", test.offset)));
  }
}

}  // namespace
}  // namespace loom
