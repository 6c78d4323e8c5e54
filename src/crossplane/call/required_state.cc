// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/required_state.h"

#include "base/errors.h"

namespace loom {
namespace {

constexpr absl::string_view kRequired = "required resource";

}  // namespace

absl::StatusOr<std::optional<std::vector<const Value*>>> RequiredState::Answer(
    absl::string_view key) {
  const absl::string_view* bytes = request_.Answer(key);
  if (bytes == nullptr) return std::nullopt;
  auto decoded = decoded_.find(key);
  if (decoded == decoded_.end()) {
    auto objects = ObjectsOf(*bytes);
    LOOM_RETURN_IF_ERROR(
        decoder_->Check(objects.status(), "required resources", key));
    std::vector<Value> values;
    for (absl::string_view object : *objects) {
      LOOM_ASSIGN_OR_RETURN(Value value,
                            decoder_->Object(object, kRequired, key));
      values.push_back(std::move(value));
    }
    decoded = decoded_.emplace(key, std::move(values)).first;
  }
  std::vector<const Value*> pointers;
  for (const Value& value : decoded->second) pointers.push_back(&value);
  return pointers;
}

}  // namespace loom
