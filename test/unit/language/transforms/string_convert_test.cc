// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "absl/strings/str_join.h"
#include "data/value/number.h"
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

TEST(StringConvert, Converts) {
  struct {
    const char* name;
    const char* value;
    const char* want;
  } tests[] = {
      {"ToUpper", "\"aBc-1\"", "ABC-1"},
      {"ToUpper", "true", "TRUE"},
      {"ToUpper", "null", "<NIL>"},
      {"ToUpper", R"({"k": "v", "a": 1})", "MAP[A:1 K:V]"},
      {"ToUpper", "1000000", "1000000"},
      {"ToLower", "\"ABc-1\"", "abc-1"},
      {"ToBase64", "\"hello\"", "aGVsbG8="},
      {"ToBase64", "\"a\"", "YQ=="},
      {"ToBase64", "\"ü🚀\"", "w7zwn5qA"},
      {"ToBase64", "\"\"", ""},
      {"ToBase64", "3", "Mw=="},
      {"FromBase64", "\"aGVsbG8=\"", "hello"},
      {"FromBase64", "\"/w==\"", "\uFFFD"},
      {"FromBase64", "\"Yf9i\"", "a\uFFFDb"},
      {"FromBase64", "\"7aCA\"", "\uFFFD\uFFFD\uFFFD"},
      {"ToJson", R"("<a\"b>")", R"("\u003ca\"b\u003e")"},
      {"ToJson", R"([1, "a", null, {"z": 1, "a": 2}])",
       R"([1,"a",null,{"a":2,"z":1}])"},
      {"ToJson", "1e21", "1e+21"},
      {"ToJson", "null", "null"},
      {"ToSha1", "\"Crossplane\"", "3b683dc8ff44122b331a5e4f253dd69d90726d75"},
      {"ToSha1", "null", "2be88ca4242c76e8253ac62474851065032d6833"},
      {"ToSha1", R"({"b": 1, "a": [null, "<"]})",
       "6420d7c2e3593b476300c7f28a6d08a5f8575564"},
      {"ToSha256", "3.5",
       "8a199b120cf400d69c300e1dd6eacdc8b0002353e3044bbab21e0125b32c9fd6"},
      {"ToSha512", R"({"a": 1})",
       "efb7a8298f905ae743dbe2152e162415f62a16d2d5ac5c78816dcd57114e7a574729b8"
       "13988f1d0984cf6f38c4fcc9a37ea9fec3da351983536f72785d7ab707"},
      {"ToAdler32", "\"function\"", "256181095"},
      {"ToAdler32", "3", "3407924"},
      {"ToAdler32", R"({"a": 1})", "136970761"},
  };
  for (const auto& test : tests) {
    StringConversion convert = FindStringConversion(test.name);
    ASSERT_NE(convert, nullptr) << test.name;
    EXPECT_EQ(*convert(Json(test.value)), test.want)
        << test.name << " of " << test.value;
  }
}

TEST(StringConvert, RefusesWhatDoesNotFit) {
  EXPECT_EQ(Plain(FindStringConversion("FromBase64")(Json("\"a b\"")).status()),
            absl::FailedPreconditionError(
                "string is not valid base64: illegal base64 data at input "
                "byte 1"));
  EXPECT_EQ(FindStringConversion("ToJson")(Real(std::nan(""))).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(FindStringConversion("ToSha1")(Real(std::nan(""))).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(StringConvert, KnowsItsNames) {
  EXPECT_EQ(FindStringConversion("toUpper"), nullptr);
  EXPECT_EQ(FindStringConversion(""), nullptr);
  EXPECT_EQ(absl::StrJoin(StringConversionNames(), ", "),
            "ToUpper, ToLower, ToBase64, FromBase64, ToJson, ToSha1, ToSha256, "
            "ToSha512, ToAdler32");
}

}  // namespace
}  // namespace loom
