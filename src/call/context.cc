// SPDX-License-Identifier: Apache-2.0
#include "call/context.h"

#include "base/status_macros.h"
#include "environment/environment.h"

namespace loom {

absl::Status Context::Load() {
  if (loaded_) return absl::OkStatus();
  auto entries = EntriesOf(request_.context.value_or(""), decoder_->odd_flag());
  LOOM_RETURN_IF_ERROR(decoder_->Check(entries.status(), "context"));
  entries_ = *std::move(entries);
  loaded_ = true;
  return absl::OkStatus();
}

absl::StatusOr<Value*> Context::Get(absl::string_view key) {
  LOOM_RETURN_IF_ERROR(Load());
  if (auto changed = changed_.find(key); changed != changed_.end()) {
    return changed->second.has_value() ? &*changed->second : nullptr;
  }
  if (auto decoded = decoded_.find(key); decoded != decoded_.end()) {
    return &decoded->second;
  }
  std::optional<uint32_t> index = entries_.IndexOf(key);
  if (!index.has_value()) return nullptr;
  const SpanMap::Entry& entry = entries_.entries()[*index];
  LOOM_ASSIGN_OR_RETURN(Value value,
                        decoder_->Any(entry.value, "context key", entry.key));
  return &decoded_.emplace(entry.key, std::move(value)).first->second;
}

absl::Status Context::Set(absl::string_view key, Value value) {
  LOOM_RETURN_IF_ERROR(Load());
  changed_[key] = std::move(value);
  return absl::OkStatus();
}

absl::Status Context::Erase(absl::string_view key) {
  LOOM_RETURN_IF_ERROR(Load());
  if (entries_.Find(key) != nullptr) changed_[key] = std::nullopt;
  return absl::OkStatus();
}

absl::StatusOr<Value*> Context::Environment() {
  if (environment_.has_value()) return &*environment_;
  LOOM_ASSIGN_OR_RETURN(Value * value, Get(kEnvironmentKey));
  bool usable = value != nullptr && value->IsObject();
  environment_ = usable ? std::move(*value) : Object();
  return &*environment_;
}

void Context::Finish(Response* response) {
  if (!environment_changed_ && changed_.empty()) {
    response->context_bytes = request_.context;
    return;
  }
  response->context_bytes.reset();
  auto& context = response->context.emplace();
  auto add_environment = [&] {
    context.push_back({kEnvironmentKey, "", &*environment_});
  };
  bool added = false;
  for (const SpanMap::Entry& entry : entries_.entries()) {
    auto changed = changed_.find(entry.key);
    if (entry.key == kEnvironmentKey && environment_changed_) {
      add_environment();
      added = true;
    } else if (changed == changed_.end()) {
      context.push_back({entry.key, entry.value, nullptr});
    } else if (changed->second.has_value()) {
      context.push_back({entry.key, "", &*changed->second});
    }
  }
  for (const auto& [key, value] : changed_) {
    if (value.has_value() && entries_.Find(key) == nullptr) {
      context.push_back({key, "", &*value});
    }
  }
  if (environment_changed_ && !added) add_environment();
}

}  // namespace loom
