// SPDX-License-Identifier: Apache-2.0
#include "transform/map_transform.h"

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "transform/quoted.h"
#include "value/go_type.h"

namespace loom {
namespace {

class MapTransform : public Transform {
 public:
  explicit MapTransform(const Value& pairs) {
    pairs_.reserve(pairs.MemberCount());
    for (auto& member : pairs.GetObject()) {
      pairs_.insert_or_assign(View(member.name), &member.value);
    }
  }

  absl::StatusOr<Value> Apply(const Value& value, Pool* pool) const override {
    if (!value.IsString()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "type ", GoTypeName(value), " is not supported for map transform"));
    }
    auto found = pairs_.find(View(value));
    if (found == pairs_.end()) {
      return absl::FailedPreconditionError(
          absl::StrCat("key ", Quoted(View(value)), " is not found in map"));
    }
    return Copy(*found->second, pool);
  }

 private:
  absl::flat_hash_map<absl::string_view, const Value*> pairs_;
};

}  // namespace

std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input&) {
  if (block.value().ObjectEmpty()) {
    block.Missing("pairs",
                  "at least one pair must be specified if a map transform is "
                  "specified");
    return nullptr;
  }
  return std::make_unique<MapTransform>(block.value());
}

}  // namespace loom
