// SPDX-License-Identifier: Apache-2.0
#include "function/normalize.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "function/function.h"
#include "test/testing/call.h"
#include "test/testing/plain_status.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr int kObserved = 2, kDesired = 3, kInput = 4, kContext = 5;

// An observed composite with that spec.
std::string CompositeWire(const std::string& spec) {
  return FieldWire(
      kObserved, FieldWire(1, FieldWire(1, EntryWire("kind", TextWire("XApp")) +
                                               EntryWire("spec", spec))));
}
// The input has one template, which copies the composite's spec.
std::string InputWire() {
  return FieldWire(kInput, StructBytes(R"({
      "apiVersion": "pt.fn.crossplane.io/v1beta1", "resources": [
      {"name": "a", "base": {"kind": "K"},
       "patches": [{"fromFieldPath": "spec"}]}]})"));
}

std::string Call(const std::string& request) {
  absl::StatusOr<Bytes> response = Function().Run(request);
  return response.ok() ? std::string(response->view())
                       : Plain(response.status()).ToString();
}

TEST(Normalize, LeavesItToProtobufToReadOddWire) {
  const std::string one = StructWire(EntryWire("x", NumberWire(1)));
  const std::string two = StructWire(EntryWire("y", NumberWire(2)));
  const struct {
    const char* reason;
    std::string odd;
    const char* path;
    const char* want;
  } tests[] = {
      {"A state twice: they are merged.",
       InputWire() + CompositeWire(one) +
           FieldWire(kObserved, MapEntryWire(2, "other", "")),
       "desired.resources[a].resource.spec", R"({"x":1})"},
      {"A composite twice: of its members the last one counts.",
       InputWire() + CompositeWire(one) + CompositeWire(two),
       "desired.resources[a].resource.spec", R"({"y":2})"},
      {"A member twice: the last one counts.",
       InputWire() +
           FieldWire(kObserved,
                     FieldWire(1, FieldWire(1, EntryWire("spec", one) +
                                                   EntryWire("spec", two)))),
       "desired.resources[a].resource.spec", R"({"y":2})"},
      {"A value of two kinds: the last one counts.",
       InputWire() + CompositeWire(one + NumberWire(3)),
       "desired.resources[a].resource.spec", "3"},
      {"An object twice in one value: they are merged.",
       InputWire() + CompositeWire(one + two),
       "desired.resources[a].resource.spec", R"({"x":1,"y":2})"},
      {"A resource twice: the last one counts.",
       InputWire() +
           FieldWire(kDesired, MapEntryWire(2, "b", VarintFieldWire(3, 1)) +
                                   MapEntryWire(2, "b", VarintFieldWire(3, 2))),
       "desired.resources[b].ready", R"("READY_FALSE")"},
      {"A context twice: they are merged.",
       InputWire() +
           FieldWire(kContext, EntryWire("example.org/a", NumberWire(1))) +
           FieldWire(kContext, EntryWire("example.org/b", NumberWire(2))),
       "context[example.org/a]", "1"},
      {"An input twice: they are merged.",
       FieldWire(kInput, EntryWire("kind", TextWire("Resources"))) +
           InputWire() + CompositeWire(one),
       "desired.resources[a].resource.spec", R"({"x":1})"},
      {"A mistake twice in an input is told once.",
       FieldWire(
           kInput,
           EntryWire("apiVersion", TextWire("pt.fn.crossplane.io/v1")) +
               EntryWire("apiVersion", TextWire("loom.fn.crossplane.io/v1")) +
               EntryWire("nope", NullWire()) +
               EntryWire("nope", NumberWire(1))),
       "results[0].message",
       R"("invalid Function input: unknown field \"nope\"")"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::StatusOr<std::string> normal = Normalize(test.odd);
    ASSERT_TRUE(normal.ok()) << normal.status();
    const std::string response = Call(test.odd);
    EXPECT_EQ(ParsedResponse(response).At(test.path), test.want);
    EXPECT_EQ(ParsedResponse(Call(*normal)).At(""),
              ParsedResponse(response).At(""));
  }
}

TEST(Normalize, WritesTheSameBytesEveryTime) {
  // Protobuf's own maps are in another order each time.
  std::string resources;
  for (int i = 0; i < 100; ++i) {
    resources += MapEntryWire(2, absl::StrCat("resource-", i), "");
  }
  const std::string request =
      FieldWire(kDesired, resources) + FieldWire(kDesired, "");
  const absl::StatusOr<std::string> first = Normalize(request);
  ASSERT_TRUE(first.ok());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(*Normalize(request), *first);
}

TEST(Normalize, ReadsAsDeepAsTheDecoderDoes) {
  std::string object =
      EntryWire("x", NumberWire(1)) + EntryWire("x", NumberWire(2));
  constexpr int kLevels = 997;  // below the composite's own
  for (int i = 0; i < kLevels; ++i) {
    object = EntryWire("a", StructWire(object));
  }
  const std::string request = InputWire() + CompositeWire(StructWire(object));
  EXPECT_TRUE(Normalize(request).ok());
  EXPECT_TRUE(Function().Run(request).ok());
}

TEST(Normalize, TakesItsMemoryOutOfThatOfAllCalls) {
  const std::string odd = FieldWire(kInput, "") + FieldWire(kInput, "");
  ByteBudget memory(odd.size() * limits::kOddRequestPerByte);
  Normalizer normalizer(&memory);
  EXPECT_TRUE(normalizer.Run(odd).ok());
  EXPECT_EQ(memory.held(), 0u);
  memory.Force(1);
  EXPECT_EQ(normalizer.Run(odd).status(), BudgetIsFull());
  EXPECT_EQ(memory.held(), 1u);
}

TEST(Normalize, RefusesWhatIsNoRequest) {
  EXPECT_TRUE(absl::IsInvalidArgument(Normalize("garbage").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(
      Normalize(InputWire() + InputWire().substr(0, 9)).status()));
}

}  // namespace
}  // namespace loom
