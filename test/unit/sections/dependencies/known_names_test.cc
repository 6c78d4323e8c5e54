// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "sections/dependencies/dependency.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

TEST(KnownNames, AreSortedAndUnique) {
  TestCall call(RequestBytes(R"({"observed": {"resources":
      {"d": {"resource": {}}, "b": {"resource": {}}}}, "desired": {"resources":
      {"c": {"resource": {}}, "b": {"resource": {}}}}})"));
  const AuthorInput input(R"({"resources": [{"name": "e"}, {"name": "b"}]})",
                          Dialect::kNative);
  const OwnTemplates templates = OwnTemplates::Parse(input.root());
  ASSERT_TRUE(
      call.state.composed.SetDesired("a", Object(), Ready::kUnspecified).ok());
  call.state.composed.EraseDesired("c");
  const KnownNames names = KnownNames::Of(templates, call.state);
  EXPECT_EQ(absl::StrJoin(names.wanted, " "), "a b c");
  EXPECT_EQ(absl::StrJoin(names.known, " "), "a b c d e");
  EXPECT_EQ(absl::StrJoin(names.pending_loops, " "), "");
}

TEST(KnownNames, AreThoseOfItemsThatWait) {
  TestCall call(RequestBytes("{}"));
  const AuthorInput input(R"({"resources": [
      {"name": "net", "forEach": {"items": "[]"}},
      {"name": "app", "forEach": {"items": "[]"}}]})",
                          Dialect::kNative);
  const OwnTemplates templates = OwnTemplates::Parse(input.root());
  call.state.expansions.Set("net", {"net-a", "net-b"});
  ASSERT_TRUE(
      call.state.composed.SetDesired("net-b", Object(), Ready::kUnspecified)
          .ok());
  const KnownNames names = KnownNames::Of(templates, call.state);
  EXPECT_EQ(absl::StrJoin(names.wanted, " "), "net-b");
  EXPECT_EQ(absl::StrJoin(names.known, " "), "app net-a net-b");
  EXPECT_EQ(absl::StrJoin(names.pending_loops, " "), "app");
}

}  // namespace
}  // namespace loom
