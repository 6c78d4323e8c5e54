// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/typed.h"

namespace loom {
namespace {

TEST(FindByGoPath, MatchesNamesWhateverTheirCase) {
  const struct {
    const char* reason;
    const char* path;
    const char* want;
  } tests[] = {
      {"Go's names.", "Status.ACKResourceMetadata.ARN", R"("arn:x")"},
      {"An initialism.", "Status.APIID", R"("api-1")"},
      {"Names as they are in the object.", "status.apiID", R"("api-1")"},
      {"The very name wins over one that only sounds like it.", "Status.vpc",
       R"("small")"},
      {"Two that only sound like it.", "Status.VpC",
       "the path matches more than one field: VPC, vpc"},
      {"A key with dots.", "Metadata.Annotations[example.org/ID]", R"("x")"},
      {"An element.", "Status.List[1]", "2"},
      {"An element that is missing.", "Status.List[2]", "no such field"},
      {"A field that is missing.", "Status.Nope", "no such field"},
      {"A text has no fields.", "Status.APIID.x", "no such field"},
      {"An object has no elements.", "Status[0]", "no such field"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = ParseJson(R"({"metadata": {"annotations":
        {"example.org/id": "x"}}, "status": {"apiID": "api-1",
        "ackResourceMetadata": {"arn": "arn:x"}, "vpc": "small", "VPC": "large",
        "list": [1, 2]}})",
                             &pool)
                       .value();
    auto found = FindByGoPath(object, *Path::Parse(test.path), &pool);
    EXPECT_EQ(found.ok() ? CompactJson(**found).value()
                         : std::string(found.status().message()),
              test.want);
  }
}

}  // namespace
}  // namespace loom
