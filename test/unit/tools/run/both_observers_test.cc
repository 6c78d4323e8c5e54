// SPDX-License-Identifier: Apache-2.0
#include "tools/run/both_observers.h"

#include <gtest/gtest.h>

#include "function/function.h"
#include "test/testing/call.h"

namespace loom {
namespace {

// Counts what it receives.
struct Counter : Observer {
  void Begins(Call&) override { ++count; }
  void Merged(size_t, const Value&, absl::string_view) override { ++count; }
  void Asked(const TemplateUse&, absl::string_view, const absl::Status&,
             bool) override {
    ++count;
  }
  void Tested(absl::string_view, bool) override { ++count; }
  void Listed(absl::string_view, size_t) override { ++count; }
  void Began(const TemplateUse&, const Value&) override { ++count; }
  void Named(const Value&) override { ++count; }
  void Patched(const Patch&, const PatchTrace&, const absl::Status&) override {
    ++count;
  }
  void Kept(const Patch&, const Value&) override { ++count; }
  void Dropped(const Value&) override { ++count; }
  void Withheld() override { ++count; }
  void Ended(const Value*) override { ++count; }
  void NotReady(absl::string_view, absl::string_view) override { ++count; }
  void Decided(bool, absl::string_view) override { ++count; }
  void Stays(absl::string_view, const Value&, absl::string_view) override {
    ++count;
  }
  void EntryBegan(absl::string_view, size_t) override { ++count; }
  void Read(const FieldUse&) override { ++count; }
  void Wrote(const FieldUse&) override { ++count; }
  void Ran(absl::string_view, Call&, const Outcome&,
           const absl::Status&) override {
    ++count;
  }
  void Failed(const absl::Status&) override { ++count; }
  int count = 0;
};

std::string Request() {
  return RequestBytes(R"({"observed": {"composite": {"resource": {
      "apiVersion": "example.org/v1", "kind": "XApp",
      "metadata": {"name": "shop"}, "spec": {"size": "big"}}}}, "input": {
      "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
      "resources": [{"name": "bucket", "base": {
          "apiVersion": "s3.example.org/v1", "kind": "Bucket"},
          "patches": [{"type": "FromCompositeFieldPath",
                       "fromFieldPath": "spec.size"}]}]}})");
}

TEST(BothObservers, PassesEachEventToBoth) {
  Counter first, second;
  BothObservers both(&first, &second);
  ASSERT_TRUE(Function().Run(Request(), {.observer = &both}).ok());
  // Begins, Began, Patched, Ended, and Ran of the section.
  EXPECT_GE(first.count, 5);
  EXPECT_EQ(second.count, first.count);
}

TEST(BothObservers, NeedsNoSecond) {
  Counter first;
  BothObservers both(&first, nullptr);
  ASSERT_TRUE(Function().Run(Request(), {.observer = &both}).ok());
  EXPECT_GE(first.count, 5);
  EXPECT_FALSE(both.traces());
}

}  // namespace
}  // namespace loom
