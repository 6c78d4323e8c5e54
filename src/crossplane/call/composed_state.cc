// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/composed_state.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

constexpr absl::string_view kObserved = "observed resource";
constexpr absl::string_view kDesired = "desired resource";

}  // namespace

ComposedState::ComposedState(const Request& request, ObjectDecoder* decoder)
    : request_(request),
      decoder_(decoder),
      observed_(request.observed.resources.entries().size()),
      desired_(request.desired.resources.entries().size()) {
  auto fill = [](const SpanMap& from, std::vector<Composed>* to) {
    for (size_t i = 0; i < to->size(); ++i) {
      (*to)[i].name = from.entries()[i].key;
      (*to)[i].bytes = from.entries()[i].value;
    }
  };
  fill(request.observed.resources, &observed_);
  fill(request.desired.resources, &desired_);
}

absl::Status ComposedState::Parse(Composed* composed, absl::string_view what) {
  if (composed->parsed) return absl::OkStatus();
  auto parts = Resource::Parse(composed->bytes);
  LOOM_RETURN_IF_ERROR(decoder_->Check(parts.status(), what, composed->name));
  composed->parts = *std::move(parts);
  composed->parsed = true;
  return absl::OkStatus();
}

absl::Status ComposedState::Decode(Composed* composed, absl::string_view what) {
  LOOM_RETURN_IF_ERROR(Spend(kStepsOfAResource, decoder_->pool()));
  if (composed->decoded) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(Parse(composed, what));
  LOOM_ASSIGN_OR_RETURN(
      composed->object,
      decoder_->Object(composed->parts.object, what, composed->name));
  composed->decoded = true;
  return absl::OkStatus();
}

ComposedState::Composed* ComposedState::FindObserved(absl::string_view name) {
  std::optional<uint32_t> index = request_.observed.resources.IndexOf(name);
  return index.has_value() ? &observed_[*index] : nullptr;
}

ComposedState::Composed* ComposedState::FindDesired(absl::string_view name) {
  std::optional<uint32_t> index = request_.desired.resources.IndexOf(name);
  if (index.has_value()) return &desired_[*index];
  index = added_by_name_.Find(name);
  return index.has_value() ? added_[*index].get() : nullptr;
}

void ComposedState::Count() const {
  decoder_->pool()->account().Note(kStepsOfAName);
}

std::vector<absl::string_view> ComposedState::Sorted(
    std::vector<absl::string_view> names) const {
  decoder_->pool()->account().Note(Sorting(names.size()));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<absl::string_view> ComposedState::DesiredNames() {
  std::vector<absl::string_view> names;
  names.reserve(desired_.size() + added_.size());
  for (const Composed& composed : desired_) {
    if (!composed.erased) names.push_back(composed.name);
  }
  for (const auto& composed : added_) {
    if (!composed->erased) names.push_back(composed->name);
  }
  return Sorted(std::move(names));
}

std::vector<absl::string_view> ComposedState::WantedNames() const {
  std::vector<absl::string_view> names;
  names.reserve(desired_.size() + added_.size());
  for (const Composed& composed : desired_) {
    const bool gone = composed.erased && forgotten_.contains(composed.name);
    if (!gone) names.push_back(composed.name);
  }
  for (const auto& composed : added_) names.push_back(composed->name);
  return Sorted(std::move(names));
}

std::vector<absl::string_view> ComposedState::ObservedNames() const {
  std::vector<absl::string_view> names;
  names.reserve(observed_.size());
  for (const Composed& composed : observed_) names.push_back(composed.name);
  return Sorted(std::move(names));
}

bool ComposedState::IsObserved(absl::string_view name) const {
  Count();
  return request_.observed.resources.IndexOf(name).has_value();
}

bool ComposedState::IsDesired(absl::string_view name) {
  Count();
  const Composed* composed = FindDesired(name);
  return composed != nullptr && !composed->erased;
}

bool ComposedState::CameDesired(absl::string_view name) const {
  Count();
  return request_.desired.resources.IndexOf(name).has_value() &&
         !forgotten_.contains(name);
}

absl::StatusOr<const Value*> ComposedState::Desired(absl::string_view name) {
  Composed* composed = FindDesired(name);
  if (composed == nullptr || composed->erased) return nullptr;
  LOOM_RETURN_IF_ERROR(Decode(composed, kDesired));
  return &composed->object;
}

ComposedState::Identity ComposedState::IdentityOf(absl::string_view name) {
  const Composed& composed = *FindDesired(name);
  if (composed.decoded) {
    return {ApiVersion(composed.object), Kind(composed.object)};
  }
  constexpr uint32_t kResource = 1;  // Resource.resource
  const auto [api_version, kind] = TextMembers<2>(
      LastField(composed.bytes, kResource), {"apiVersion", "kind"});
  return {api_version, kind};
}

absl::StatusOr<Value*> ComposedState::Change(absl::string_view name) {
  Composed* composed = FindDesired(name);
  if (composed == nullptr || composed->erased) return nullptr;
  LOOM_RETURN_IF_ERROR(Decode(composed, kDesired));
  if (composed->shares_nodes) {
    composed->object = Copy(composed->object, decoder_->pool());
  } else if (!composed->owned) {
    DecodeAll(composed->object);
  }
  composed->shares_nodes = false;
  composed->owned = composed->changed = true;
  return &composed->object;
}

absl::StatusOr<const Value*> ComposedState::Observed(absl::string_view name) {
  Composed* composed = FindObserved(name);
  if (composed == nullptr) return nullptr;
  LOOM_RETURN_IF_ERROR(Decode(composed, kObserved));
  return &composed->object;
}

bool ComposedState::MayHave(absl::string_view name,
                            absl::string_view text) const {
  const absl::string_view* bytes = request_.observed.resources.Find(name);
  return bytes != nullptr && absl::StrContains(*bytes, text);
}

absl::StatusOr<ObservedDetails> ComposedState::DetailsOf(
    absl::string_view name) {
  Composed* composed = FindObserved(name);
  if (composed == nullptr) return ObservedDetails();
  LOOM_RETURN_IF_ERROR(Decode(composed, kObserved));
  const ObservedDetails& details = composed->parts.connection_details;
  decoder_->pool()->account().Note(Sorting(details.size()));
  if (!details.empty()) decoder_->pool()->NoteDetails();
  return details;
}

absl::StatusOr<ComposedState::Composed*> ComposedState::ParseDesired(
    absl::string_view name) {
  Composed* composed = FindDesired(name);
  if (composed == nullptr || composed->erased) return nullptr;
  decoder_->pool()->account().Note(kStepsOfAResource);
  LOOM_RETURN_IF_ERROR(Parse(composed, kDesired));
  return composed;
}

absl::StatusOr<Ready> ComposedState::ReadyOf(absl::string_view name) {
  LOOM_ASSIGN_OR_RETURN(const Composed* composed, ParseDesired(name));
  return composed == nullptr ? Ready::kUnspecified : composed->parts.ready;
}

absl::StatusOr<bool> ComposedState::SaysReady(absl::string_view name) {
  LOOM_ASSIGN_OR_RETURN(const Composed* composed, ParseDesired(name));
  return composed != nullptr && (composed->parts.unknown_ready ||
                                 composed->parts.ready != Ready::kUnspecified);
}

absl::Status ComposedState::SetReady(absl::string_view name, Ready ready) {
  LOOM_ASSIGN_OR_RETURN(Composed * composed, ParseDesired(name));
  if (composed == nullptr) return absl::OkStatus();
  composed->parts.ready = ready;
  composed->parts.unknown_ready = false;
  composed->changed = true;
  return absl::OkStatus();
}

absl::Status ComposedState::SetDesired(absl::string_view name, Value object,
                                       Ready ready,
                                       const EncodedObject* copied) {
  Composed* composed = FindDesired(name);
  if (composed == nullptr) {
    added_.push_back(std::make_unique<Composed>());
    composed = added_.back().get();
    composed->name = name;
    composed->parsed = true;
    added_by_name_.Insert(name, uint32_t(added_.size() - 1));
  }
  LOOM_RETURN_IF_ERROR(Parse(composed, kDesired));
  composed->object = std::move(object);
  composed->copied = copied;
  composed->shares_nodes = copied != nullptr;
  composed->owned = true;
  composed->parts.ready = ready;
  composed->parts.unknown_ready = false;
  composed->decoded = true;
  composed->changed = true;
  composed->erased = false;
  return absl::OkStatus();
}

void ComposedState::EraseDesired(absl::string_view name) {
  if (Composed* composed = FindDesired(name)) composed->erased = true;
}

void ComposedState::ForgetDesired(absl::string_view name) {
  Composed* composed = FindDesired(name);
  if (composed == nullptr) return;
  composed->erased = true;
  forgotten_.insert(composed->name);
}

std::vector<absl::string_view> ComposedState::WithholdNew() {
  std::vector<absl::string_view> names;
  for (const auto& composed : added_) {
    if (composed->erased || IsObserved(composed->name)) continue;
    composed->erased = true;
    names.push_back(composed->name);
  }
  return names;
}

absl::Status ComposedState::DropConnectionDetails() {
  for (Composed& composed : desired_) {
    LOOM_RETURN_IF_ERROR(Parse(&composed, kDesired));
    if (composed.parts.connection_details.empty() &&
        !composed.parts.unknown_ready) {
      continue;
    }
    composed.parts.connection_details.clear();
    composed.changed = true;
  }
  return absl::OkStatus();
}

std::vector<DesiredResource> ComposedState::Finish() const {
  std::vector<DesiredResource> resources;
  resources.reserve(desired_.size() + added_.size());
  auto add = [&resources](const Composed& composed) {
    if (composed.erased) return;
    DesiredResource& resource = resources.emplace_back();
    resource.name = composed.name;
    resource.bytes = composed.bytes;
    if (!composed.changed) return;
    if (composed.owned) {
      resource.object = &composed.object;
      resource.copied = composed.copied;
    } else {
      resource.object_bytes = composed.parts.object;
    }
    resource.has_more = composed.parts.has_more;
    resource.ready = composed.parts.ready;
    resource.connection_details = composed.parts.connection_details;
  };
  for (const Composed& composed : desired_) add(composed);
  for (const auto& composed : added_) add(*composed);
  return resources;
}

}  // namespace loom
