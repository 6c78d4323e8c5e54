// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "crossplane/kinds/encoded_fields.h"
#include "data/value/json.h"

namespace loom {
namespace {

TEST(DecodedText, IsDecodedOrRefusedWithoutBeingQuoted) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"Text.", R"("YW5u")", R"("ann")"},
      {"A number is no text.", "5", "5"},
      {"No base64.", R"("###")", "not valid base64"},
      {"No UTF-8.", R"("/w==")",
       "NotText: the decoded value is not UTF-8 text"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto decoded = DecodedText(ParseJson(test.text, &pool).value(), &pool);
    EXPECT_EQ(decoded.ok() ? *CompactJson(*decoded)
                           : std::string(decoded.status().message()),
              test.want);
  }
}

}  // namespace
}  // namespace loom
