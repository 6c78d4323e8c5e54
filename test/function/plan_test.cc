// SPDX-License-Identifier: Apache-2.0
#include "function/plan.h"

#include <gtest/gtest.h>

#include <string>

#include "test/testing/call.h"
#include "test/testing/json.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr char kInput[] = R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
    "resources": [{"name": "a", "base": {"kind": "Bucket"}}]})";

TEST(Plan, OwnsWhatItWasReadFrom) {
  auto bytes = std::make_unique<std::string>(StructBytes(kInput));
  bool odd = false;
  auto plan = Plan::Parse(*bytes, &odd);
  bytes.reset();  // the sanitizer would see it being read
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_FALSE(odd);
  EXPECT_EQ((*plan)->problems, "");
  EXPECT_FALSE((*plan)->native);
  ASSERT_TRUE((*plan)->resources.has_value());
  EXPECT_EQ(ToJson(*(*plan)->resources->templates[0].base),
            R"({"kind":"Bucket"})");
  EXPECT_EQ(ToJson((*plan)->input), ToJson(Json(kInput)));
}

TEST(Plan, OfAWrongInputHoldsTheProblems) {
  bool odd = false;
  auto plan = Plan::Parse(StructBytes(R"({"apiVersion": "pt.fn.crossplane.io/v1"
      , "resources": [{}, {}]})"),
                          &odd);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->problems,
            "resources[0].name: Required value: name is required; "
            "resources[1].name: Required value: name is required");
}

TEST(Plan, NoticesOddWire) {
  bool odd = false;
  const std::string twice =
      EntryWire("kind", TextWire("A")) + EntryWire("kind", TextWire("B"));
  ASSERT_TRUE(Plan::Parse(twice, &odd).ok());
  EXPECT_TRUE(odd);
}

TEST(Plan, RefusesWhatIsNoStruct) {
  bool odd = false;
  const std::string cut = StructBytes(kInput).substr(0, 9);
  EXPECT_TRUE(absl::IsInvalidArgument(Plan::Parse(cut, &odd).status()));
}

TEST(Plan, HoldsMoreThanItsBytes) {
  bool odd = false;
  const std::string bytes = StructBytes(kInput);
  const std::string empty;
  auto small = Plan::Parse(empty, &odd);
  auto large = Plan::Parse(bytes, &odd);
  EXPECT_GT((*large)->Size(), bytes.size());
  EXPECT_GT((*large)->Size(), (*small)->Size());
}

}  // namespace
}  // namespace loom
