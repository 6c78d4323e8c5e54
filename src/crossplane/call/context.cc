// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/context.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "crossplane/contract/environment_key.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr absl::string_view kContext = "context key";

const Value& NoEnvironment() {
  static const Value empty(rapidjson::kObjectType);
  return empty;
}

}  // namespace

absl::Status Context::Load() {
  if (loaded_) return absl::OkStatus();
  auto spans = EntriesOf(request_.context.value_or(""));
  LOOM_RETURN_IF_ERROR(decoder_->Check(spans.status(), "context"));
  if (!spans->complete()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the context has more than ", limits::kEntries, " keys"));
  }
  spans_ = *std::move(spans);
  loaded_ = true;
  return absl::OkStatus();
}

absl::StatusOr<Context::Entry*> Context::Find(absl::string_view key) {
  LOOM_RETURN_IF_ERROR(Load());
  if (auto found = entries_.find(key); found != entries_.end()) {
    return &found->second;
  }
  std::optional<uint32_t> index = spans_.IndexOf(key);
  if (!index.has_value()) return nullptr;
  const SpanMap::Entry& span = spans_.entries()[*index];
  LOOM_ASSIGN_OR_RETURN(Value value,
                        decoder_->Any(span.value, kContext, span.key));
  Entry& entry = entries_[span.key];
  entry.value = std::move(value);
  return &entry;
}

absl::StatusOr<const Value*> Context::Get(absl::string_view key) {
  LOOM_ASSIGN_OR_RETURN(Entry * entry, Find(key));
  return entry != nullptr && entry->value.has_value() ? &*entry->value
                                                      : nullptr;
}

absl::StatusOr<std::vector<absl::string_view>> Context::Keys() {
  LOOM_RETURN_IF_ERROR(Load());
  std::vector<absl::string_view> keys;
  for (const SpanMap::Entry& span : spans_.entries()) {
    auto entry = entries_.find(span.key);
    bool erased = entry != entries_.end() && !entry->second.value.has_value();
    if (!erased) keys.push_back(span.key);
  }
  for (const auto& [key, entry] : entries_) {
    if (entry.value.has_value() && spans_.Find(key) == nullptr) {
      keys.push_back(key);
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

absl::Status Context::Set(absl::string_view key, Value value) {
  LOOM_RETURN_IF_ERROR(SetWithoutSecret(key, std::move(value)));
  NoteSecret();
  return absl::OkStatus();
}

absl::Status Context::SetWithoutSecret(absl::string_view key, Value value) {
  LOOM_RETURN_IF_ERROR(Load());
  Entry& entry = entries_[key];
  if (key == kEnvironmentKey) ++environment_version_;
  entry.value = std::move(value);
  entry.changed = changed_ = true;
  return absl::OkStatus();
}

absl::StatusOr<Value*> Context::Change(absl::string_view key) {
  LOOM_ASSIGN_OR_RETURN(Entry * entry, Find(key));
  if (entry == nullptr || !entry->value.has_value()) return nullptr;
  NoteChange(entry);
  return &*entry->value;
}

absl::Status Context::Erase(absl::string_view key) {
  LOOM_RETURN_IF_ERROR(Load());
  bool there = spans_.Find(key) != nullptr || entries_.contains(key);
  if (!there) return absl::OkStatus();
  Entry& entry = entries_[key];
  entry.value.reset();
  NoteChange(&entry);
  return absl::OkStatus();
}

// Remembers the entry, because many patches use it.
absl::StatusOr<Context::Entry*> Context::FindEnvironment() {
  if (environment_ == nullptr) {
    LOOM_ASSIGN_OR_RETURN(environment_, Find(kEnvironmentKey));
  }
  return environment_;
}

absl::StatusOr<const Value*> Context::Environment() {
  LOOM_ASSIGN_OR_RETURN(Entry * entry, FindEnvironment());
  bool is_object =
      entry != nullptr && entry->value.has_value() && entry->value->IsObject();
  return is_object ? &*entry->value : &NoEnvironment();
}

absl::StatusOr<Value*> Context::ChangeEnvironment() {
  LOOM_ASSIGN_OR_RETURN(Entry * entry, FindEnvironment());
  if (entry == nullptr) entry = environment_ = &entries_[kEnvironmentKey];
  if (!entry->value.has_value() || !entry->value->IsObject()) {
    entry->value = Object();
  }
  ++environment_version_;
  NoteChange(entry);
  return &*entry->value;
}

void Context::NoteChange(Entry* entry) {
  if (!entry->changed && entry->value.has_value()) DecodeAll(*entry->value);
  entry->changed = changed_ = true;
  NoteSecret();
}

void Context::NoteSecret() {
  may_hold_secret_ |= decoder_->pool()->has_read_secret();
}

void Context::Reset() {
  entries_.clear();
  environment_ = nullptr;
  changed_ = may_hold_secret_ = false;
}

absl::Status Context::Finish(Response* response) {
  if (!changed_) {
    response->context.reset();
    response->context_bytes = request_.context;
    return absl::OkStatus();
  }
  if (may_hold_secret_) {
    LOOM_RETURN_IF_ERROR(Set(kRedactedKey, Value(true)));
  }
  response->context_bytes.reset();
  auto& context = response->context.emplace();
  for (const SpanMap::Entry& span : spans_.entries()) {
    auto entry = entries_.find(span.key);
    if (entry == entries_.end() || !entry->second.changed) {
      context.push_back({span.key, span.value, nullptr});
    } else if (entry->second.value.has_value()) {
      context.push_back({span.key, "", &*entry->second.value});
    }
  }
  for (const auto& [key, entry] : entries_) {
    if (entry.changed && entry.value.has_value() &&
        spans_.Find(key) == nullptr) {
      context.push_back({key, "", &*entry.value});
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
