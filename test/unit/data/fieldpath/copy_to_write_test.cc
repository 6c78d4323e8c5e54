// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kBase[] = R"({"kind": "K", "metadata": {"labels": {"a": "1"}},
    "spec": {"list": [{"x": {"y": 1}}, {"x": 2}], "o": {"p": {"q": 1}}}})";

// Writes behind each path; whoever looks at the base sees nothing of it.
TEST(CopyToWrite, KeepsTheBaseFromWhatIsWritten) {
  const struct {
    const char* reason;
    const char* path;
  } tests[] = {
      {"A scalar at the root.", "kind"},
      {"A new member.", "metadata.name"},
      {"New members on the way.", "spec.r.s"},
      {"A whole object.", "spec.o"},
      {"A member of an element.", "spec.list[0].x.y"},
      {"A new element.", "spec.list[2]"},
      {"A whole list.", "spec.list"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value base = Json(kBase);
    const std::string before = ToJson(base);
    const Path path = *Path::Parse(test.path);
    FieldMask written;
    AddPath(path.segments(), &written);
    Value copy = CopyToWrite(base, written, &pool);
    EXPECT_EQ(ToJson(copy), before);
    ASSERT_TRUE(Put(copy, path, Borrow("new"), &pool).ok());
    Value whole = Copy(base, &pool);
    ASSERT_TRUE(Put(whole, path, Borrow("new"), &pool).ok());
    EXPECT_EQ(ToJson(copy), ToJson(whole));
    EXPECT_EQ(ToJson(base), before);
  }
}

TEST(CopyToWrite, SharesTheRest) {
  Pool pool;
  const Value base = Json(kBase);
  FieldMask written;
  written.Add({"spec", "o", "p"});
  const Value copy = CopyToWrite(base, written, &pool);
  auto nodes = [](const Value& value) { return &*value.MemberBegin(); };
  EXPECT_EQ(nodes(copy["metadata"]), nodes(base["metadata"]));
  EXPECT_EQ(copy["spec"]["list"].Begin(), base["spec"]["list"].Begin());
  EXPECT_NE(nodes(copy["spec"]), nodes(base["spec"]));
  EXPECT_NE(nodes(copy["spec"]["o"]), nodes(base["spec"]["o"]));
  EXPECT_NE(nodes(copy["spec"]["o"]["p"]), nodes(base["spec"]["o"]["p"]));
}

TEST(CopyToWrite, CopiesAllUnderAFullMask) {
  Pool pool;
  const Value base = Json(kBase);
  FieldMask written;
  written.AddAll();
  const Value copy = CopyToWrite(base, written, &pool);
  EXPECT_EQ(ToJson(copy), ToJson(base));
  EXPECT_NE(copy["spec"]["list"].Begin(), base["spec"]["list"].Begin());
}

}  // namespace
}  // namespace loom
