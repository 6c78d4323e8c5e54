// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/required_state.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr int kRequired = 8;

TEST(RequiredState, TellNothingFromNotYet) {
  TestRequest call(RequestBytes(R"({
      "requiredResources": {
        "two": {"items": [{"resource": {"kind": "A"}},
                          {"resource": {"kind": "B"}}]},
        "none": {}},
      "extraResources": {
        "two": {"items": [{"resource": {"kind": "Old"}}]},
        "old": {"items": [{"resource": {"kind": "C"}}]}}})"));
  RequiredState answers(call.request, &call.decoder);
  const struct {
    const char* reason;
    const char* key;
    const char* want;
  } tests[] = {
      {"Objects in the order in which they came; the newer field counts.",
       "two", R"({"kind":"A"}{"kind":"B"})"},
      {"The older field serves, too.", "old", R"({"kind":"C"})"},
      {"Nothing was found, which is an answer.", "none", ""},
      {"Nobody asked yet.", "nope", "not yet"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto answer = answers.Answer(test.key);
    ASSERT_TRUE(answer.ok()) << answer.status();
    std::string got = answer->has_value() ? "" : "not yet";
    if (answer->has_value()) {
      for (const Value* object : **answer) got += ToJson(*object);
    }
    EXPECT_EQ(got, test.want);
  }
}

TEST(RequiredState, DecodeAKeyOnce) {
  TestRequest call(RequestBytes(R"({"requiredResources": {
      "one": {"items": [{"resource": {"kind": "A"}}]}}})"));
  RequiredState answers(call.request, &call.decoder);
  const Value* first = (**answers.Answer("one"))[0];
  EXPECT_EQ((**answers.Answer("one"))[0], first);
}

TEST(RequiredState, NameWhatIsNoObject) {
  const struct {
    const char* reason;
    std::string resources;
    const char* want;
  } tests[] = {
      {"The list is cut.", FieldWire(1, "\x0a\x05"),
       "required resources \"a\": "},
      {"An object is none.", FieldWire(1, FieldWire(1, "\x0a\x05")),
       "required resource \"a\": "},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(MapEntryWire(kRequired, "a", test.resources));
    RequiredState answers(call.request, &call.decoder);
    absl::Status status = answers.Answer("a").status();
    EXPECT_TRUE(absl::IsInvalidArgument(status));
    EXPECT_EQ(std::string(status.message()).rfind(test.want, 0), 0u) << status;
    EXPECT_EQ(call.pool.account().ended(), status) << "the call has failed";
  }
}

}  // namespace
}  // namespace loom
