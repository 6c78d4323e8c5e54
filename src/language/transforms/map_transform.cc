// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/map_transform.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "data/go/quoted.h"
#include "data/go/type.h"
#include "data/value/name_table.h"

namespace loom {
namespace {

class MapTransform : public Transform {
 public:
  explicit MapTransform(const Value& pairs) : pairs_(pairs) {
    for (auto& member : pairs.GetObject()) {
      positions_.Insert(View(member.name), positions_.size());
    }
  }

  absl::StatusOr<Value> Apply(const Value& value, CelVariables*,
                              Pool* pool) const override {
    if (!value.IsString()) {
      return Harmless(absl::FailedPreconditionError(absl::StrCat(
          "type ", GoTypeName(value), " is not supported for map transform")));
    }
    std::optional<uint32_t> found = positions_.Find(View(value));
    if (!found.has_value()) {
      constexpr absl::string_view kWant = "want a key of the map";
      return Harmless(absl::FailedPreconditionError(
                          absl::StrCat(kWant, ", got ", Quoted(View(value)))),
                      kWant);
    }
    return Copy((pairs_.MemberBegin() + *found)->value, pool);
  }

 private:
  const Value& pairs_;
  NameTable positions_;
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
