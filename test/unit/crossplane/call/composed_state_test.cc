// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/composed_state.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr int kObserved = 2, kDesired = 3, kResources = 2;

// "bytes" or the object as JSON, with readiness and details, of each resource.
std::string FinishedComposedState(const ComposedState& state) {
  return absl::StrJoin(
      state.Finish(), " ",
      [](std::string* out, const DesiredResource& resource) {
        absl::StrAppend(out, resource.name, "=");
        if (resource.object_bytes.has_value()) {
          absl::StrAppend(out, "object bytes");
        } else if (resource.object == nullptr) {
          return absl::StrAppend(out, "bytes");
        } else {
          absl::StrAppend(out, ToJson(*resource.object));
        }
        if (resource.ready == Ready::kTrue) absl::StrAppend(out, "+ready");
        for (const auto& [name, value] : resource.connection_details) {
          absl::StrAppend(out, "+", name);
        }
      });
}

// Desired resources b and a, in that order.
std::string Wire() {
  const std::string b = FieldWire(1, EntryWire("kind", TextWire("B"))) +
                        MapEntryWire(2, "host", "h") + VarintFieldWire(3, 1);
  const std::string a = FieldWire(1, EntryWire("kind", TextWire("A")));
  return FieldWire(kDesired, MapEntryWire(kResources, "b", b) +
                                 MapEntryWire(kResources, "a", a)) +
         FieldWire(kObserved, MapEntryWire(kResources, "b", b));
}

TEST(ComposedState, ChangesNoNodesThatAreShared) {
  TestRequest call("");
  ComposedState state(call.request, &call.decoder);
  const Value base = Json(R"({"kind": "K", "metadata": {"labels": {}}})");
  const EncodedObject encoded(base);
  Value shares = CopyToWrite(base, FieldMask(), TestPool());
  EXPECT_TRUE(
      state.SetDesired("a", std::move(shares), Ready::kTrue, &encoded).ok());
  const Value* before = *state.Desired("a");
  for (const char* label : {"x", "y"}) {
    absl::StatusOr<Value*> open = state.Change("a");
    EXPECT_EQ(*open, before) << "whoever has it goes on having it";
    ASSERT_TRUE(SetLabel(**open, label, "1", TestPool()).ok());
  }
  EXPECT_EQ(FinishedComposedState(state),
            R"(a={"kind":"K","metadata":{"labels":{"x":"1","y":"1"}}}+ready)");
  EXPECT_EQ(ToJson(base), R"({"kind":"K","metadata":{"labels":{}}})");
}

TEST(ComposedState, EncodesOnlyWhatWasChanged) {
  const struct {
    const char* reason;
    void (*steps)(ComposedState*);
    const char* want;
  } tests[] = {
      {"Nobody looks: bytes, in the order of the request.",
       [](ComposedState*) {}, "b=bytes a=bytes"},
      {"Somebody looks: still bytes.",
       [](ComposedState* state) { EXPECT_NE(*state->Desired("b"), nullptr); },
       "b=bytes a=bytes"},
      {"Opened for a change: the object, with what belongs to it.",
       [](ComposedState* state) { EXPECT_NE(*state->Change("b"), nullptr); },
       R"(b={"kind":"B"}+ready+host a=bytes)"},
      {"Said to be ready: the object stays as it came.",
       [](ComposedState* state) {
         EXPECT_FALSE(*state->SaysReady("a"));
         EXPECT_TRUE(state->SetReady("a", Ready::kTrue).ok());
         EXPECT_TRUE(*state->SaysReady("a"));
       },
       "b=bytes a=object bytes+ready"},
      {"Replaced: its place stays, and the details, which were dropped.",
       [](ComposedState* state) {
         EXPECT_TRUE(state
                         ->SetDesired("b", Json(R"({"kind": "C"})"),
                                      Ready::kUnspecified)
                         .ok());
       },
       R"(b={"kind":"C"}+host a=bytes)"},
      {"Added: behind the others, in the order of adding.",
       [](ComposedState* state) {
         EXPECT_TRUE(
             state->SetDesired("z", Json(R"({"kind": "Z"})"), Ready::kTrue)
                 .ok());
         EXPECT_TRUE(state
                         ->SetDesired("c", Json(R"({"kind": "C"})"),
                                      Ready::kUnspecified)
                         .ok());
       },
       R"(b=bytes a=bytes z={"kind":"Z"}+ready c={"kind":"C"})"},
      {"Added twice: the last counts, at the first place.",
       [](ComposedState* state) {
         EXPECT_TRUE(
             state->SetDesired("z", Json(R"({"kind": "Z"})"), Ready::kTrue)
                 .ok());
         EXPECT_TRUE(state
                         ->SetDesired("c", Json(R"({"kind": "C"})"),
                                      Ready::kUnspecified)
                         .ok());
         EXPECT_TRUE(state
                         ->SetDesired("z", Json(R"({"kind": "Y"})"),
                                      Ready::kUnspecified)
                         .ok());
       },
       R"(b=bytes a=bytes z={"kind":"Y"} c={"kind":"C"})"},
      {"Erased, of either sort.",
       [](ComposedState* state) {
         EXPECT_TRUE(state->SetDesired("z", Json("{}"), Ready::kTrue).ok());
         state->EraseDesired("z");
         state->EraseDesired("b");
         state->EraseDesired("nope");
       },
       "a=bytes"},
      {"Erased and made again.",
       [](ComposedState* state) {
         state->EraseDesired("b");
         EXPECT_TRUE(
             state->SetDesired("b", Json("{}"), Ready::kUnspecified).ok());
       },
       "b={}+host a=bytes"},
      {"Without connection details; what has none stays bytes.",
       [](ComposedState* state) {
         EXPECT_TRUE(state->DropConnectionDetails().ok());
       },
       "b=object bytes+ready a=bytes"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(Wire());
    ComposedState state(call.request, &call.decoder);
    test.steps(&state);
    EXPECT_EQ(FinishedComposedState(state), test.want);
  }
}

// A field that the contract does not know was dropped with the object.
TEST(ComposedState, KeepsUnknownFieldsOfWhatIsReplaced) {
  const std::string unknown = FieldWire(15, "new");
  const std::string b = FieldWire(1, EntryWire("kind", TextWire("B")));
  TestRequest call(
      FieldWire(kDesired, MapEntryWire(kResources, "b", b + unknown)));
  ComposedState state(call.request, &call.decoder);
  ASSERT_TRUE(state.SetDesired("b", Json("{}"), Ready::kTrue).ok());
  const std::vector<DesiredResource> finished = state.Finish();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_TRUE(finished[0].has_more);
  EXPECT_EQ(finished[0].bytes, b + unknown);
}

TEST(ComposedState, ReplacesNothingThatIsMalformed) {
  TestRequest call(
      FieldWire(kDesired, MapEntryWire(kResources, "b", "\x0a\x05")));
  ComposedState state(call.request, &call.decoder);
  EXPECT_TRUE(
      absl::IsInvalidArgument(state.SetDesired("b", Json("{}"), Ready::kTrue)));
  EXPECT_EQ(FinishedComposedState(state), "b=bytes");
}

TEST(ComposedState, ShowsWhatIsDesiredNow) {
  TestRequest call(Wire());
  ComposedState state(call.request, &call.decoder);
  EXPECT_EQ(absl::StrJoin(state.DesiredNames(), " "), "a b");
  EXPECT_TRUE(
      state.SetDesired("aa", Json(R"({"kind": "AA"})"), Ready::kTrue).ok());
  EXPECT_EQ(absl::StrJoin(state.DesiredNames(), " "), "a aa b");
  EXPECT_EQ(*state.ReadyOf("aa"), Ready::kTrue);
  EXPECT_EQ(*state.ReadyOf("b"), Ready::kTrue);
  EXPECT_EQ(*state.ReadyOf("a"), Ready::kUnspecified);
  EXPECT_EQ(*state.ReadyOf("nope"), Ready::kUnspecified);

  // A pointer stays valid whatever is added.
  const Value* object = *state.Desired("aa");
  for (const char* name : {"c", "d", "e", "f", "g"}) {
    EXPECT_TRUE(state.SetDesired(name, Json("{}"), Ready::kUnspecified).ok());
  }
  EXPECT_EQ(*state.Desired("aa"), object);
  EXPECT_EQ(ToJson(*object), R"({"kind":"AA"})");

  state.EraseDesired("b");
  EXPECT_EQ(*state.Desired("b"), nullptr);
  EXPECT_EQ(*state.ReadyOf("b"), Ready::kUnspecified);
  EXPECT_EQ(*state.Desired("nope"), nullptr);
}

TEST(ComposedState, ShowsWhatIsObserved) {
  TestRequest call(Wire());
  ComposedState state(call.request, &call.decoder);
  ASSERT_NE(*state.Observed("b"), nullptr);
  EXPECT_EQ(ToJson(**state.Observed("b")), R"({"kind":"B"})");
  EXPECT_EQ(*state.Observed("a"), nullptr);
  ASSERT_EQ(state.DetailsOf("b")->size(), 1u);
  EXPECT_EQ(state.DetailsOf("b")->front().second, "h");
  EXPECT_TRUE(state.DetailsOf("a")->empty());
  EXPECT_EQ(*state.Change("nope"), nullptr);
}

TEST(ComposedState, MakesTheCallRedactedOnlyByDetailsThatAreThere) {
  TestRequest call(Wire());
  ComposedState state(call.request, &call.decoder);
  EXPECT_TRUE(state.DetailsOf("a").ok());
  EXPECT_TRUE(state.Observed("b").ok());
  EXPECT_FALSE(call.pool.redacted());
  EXPECT_TRUE(state.DetailsOf("b").ok());
  EXPECT_TRUE(call.pool.redacted());
  EXPECT_FALSE(call.pool.has_read_secret()) << "they do not reach the context";
}

TEST(ComposedState, NamesWhatIsNoObjectOnlyIfSomebodyLooks) {
  const std::string broken = FieldWire(1, "\x0a\x05");
  TestRequest call(
      FieldWire(kDesired, MapEntryWire(kResources, "b", broken)) +
      FieldWire(kObserved, MapEntryWire(kResources, "b", "\x0a\x05")));
  ComposedState state(call.request, &call.decoder);
  EXPECT_EQ(FinishedComposedState(state), "b=bytes");
  EXPECT_TRUE(call.pool.account().ended().ok());
  EXPECT_EQ(Plain(state.Desired("b").status()).ToString(),
            "INVALID_ARGUMENT: desired resource \"b\": a Struct is truncated");
  EXPECT_TRUE(absl::IsInvalidArgument(state.Observed("b").status()));
  EXPECT_EQ(FinishedComposedState(state), "b=bytes");
}

}  // namespace
}  // namespace loom
