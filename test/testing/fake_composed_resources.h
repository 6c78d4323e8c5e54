// SPDX-License-Identifier: Apache-2.0
// FakeComposedResources are composed resources written as JSON, for tests of
// what reads and changes them.
//
//   FakeComposedResources resources(&pool);
//   resources.AddDesired("db", R"({"kind": "Database"})");
//   …
//   EXPECT_EQ(resources.DesiredJson("db"), R"({"kind":"Database"})");
//   EXPECT_THAT(resources.changed(), IsEmpty());
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/composed_resources.h"
#include "data/value/json.h"
#include "data/value/value.h"

namespace loom {

class FakeComposedResources : public ComposedResources {
 public:
  explicit FakeComposedResources(Pool* pool) : pool_(pool) {}

  void AddDesired(const std::string& name, absl::string_view json) {
    desired_[name] = ParseJson(pool_->Keep(json), pool_);
  }
  void AddObserved(const std::string& name, absl::string_view json) {
    observed_[name] = ParseJson(pool_->Keep(json), pool_);
  }
  // As if its bytes were no object.
  void BreakDesired(const std::string& name) { desired_[name] = Broken(); }
  void BreakObserved(const std::string& name) { observed_[name] = Broken(); }

  std::string DesiredJson(const std::string& name) const {
    return CompactJson(*desired_.at(name)).value();
  }
  const std::set<std::string>& changed() const { return changed_; }

  std::vector<absl::string_view> DesiredNames() override {
    std::vector<absl::string_view> names;
    for (const auto& [name, object] : desired_) names.push_back(name);
    return names;
  }
  absl::StatusOr<const Value*> Desired(absl::string_view name) override {
    return At(desired_, name);
  }
  absl::StatusOr<const Value*> Observed(absl::string_view name) override {
    return At(observed_, name);
  }
  absl::StatusOr<Value*> Change(absl::string_view name) override {
    changed_.emplace(name);
    return At(desired_, name);
  }

 private:
  using Objects = std::map<std::string, absl::StatusOr<Value>>;

  static absl::Status Broken() {
    return absl::InvalidArgumentError("a Struct is truncated");
  }
  absl::StatusOr<Value*> At(Objects& objects, absl::string_view name) {
    auto found = objects.find(std::string(name));
    if (found == objects.end()) return nullptr;
    if (!found->second.ok()) return found->second.status();
    return &*found->second;
  }

  Pool* pool_;
  Objects desired_;
  Objects observed_;
  std::set<std::string> changed_;
};

}  // namespace loom
