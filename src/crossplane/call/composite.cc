// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/composite.h"

#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {

absl::StatusOr<const Value*> Composite::Observed() {
  if (observed_.has_value()) return &*observed_;
  auto resource = Resource::Parse(request_.observed.composite.value_or(""));
  LOOM_RETURN_IF_ERROR(
      decoder_->Check(resource.status(), "observed composite"));
  LOOM_ASSIGN_OR_RETURN(
      observed_, decoder_->Object(resource->object, "observed composite"));
  return &*observed_;
}

absl::Status Composite::LoadDesired() {
  if (desired_.has_value()) return absl::OkStatus();
  auto resource = Resource::Parse(request_.desired.composite.value_or(""));
  LOOM_RETURN_IF_ERROR(decoder_->Check(resource.status(), "desired composite"));
  LOOM_ASSIGN_OR_RETURN(
      Value object, decoder_->Object(resource->object, "desired composite"));
  for (const auto& [name, value] : resource->connection_details) {
    details_[std::string(name)] = std::string(value);
  }
  if (!details_.empty()) decoder_->pool()->NoteDetails();
  ready_ = resource->ready;
  has_more_ = resource->has_more;
  desired_bytes_ = resource->object;
  desired_ = std::move(object);
  return absl::OkStatus();
}

absl::StatusOr<Value*> Composite::Change() {
  LOOM_RETURN_IF_ERROR(LoadDesired());
  changed_ = true;
  if (!identified_) {
    DecodeAll(*desired_);
    LOOM_ASSIGN_OR_RETURN(const Value* observed, Observed());
    Pool* pool = decoder_->pool();
    Set(*desired_, "apiVersion", Borrow(ApiVersion(*observed)), pool);
    Set(*desired_, "kind", Borrow(Kind(*observed)), pool);
    identified_ = true;
  }
  return &*desired_;
}

absl::StatusOr<const Value*> Composite::Desired() {
  LOOM_RETURN_IF_ERROR(LoadDesired());
  return &*desired_;
}

absl::StatusOr<Details> Composite::ObservedPublished() {
  auto resource = Resource::Parse(request_.observed.composite.value_or(""));
  LOOM_RETURN_IF_ERROR(
      decoder_->Check(resource.status(), "observed composite"));
  Details details;
  for (const auto& [name, value] : resource->connection_details) {
    details[std::string(name)] = std::string(value);
  }
  if (!details.empty()) decoder_->pool()->NoteDetails();
  return details;
}

absl::StatusOr<const Details*> Composite::PublishedDetails() {
  LOOM_RETURN_IF_ERROR(LoadDesired());
  return &details_;
}

absl::StatusOr<Details*> Composite::ChangeDetails() {
  LOOM_RETURN_IF_ERROR(LoadDesired());
  changed_ = true;
  return &details_;
}

absl::Status Composite::SetNotReady() {
  return decided_ ? absl::OkStatus() : SetReady(false);
}

absl::Status Composite::Decide(bool ready) {
  decided_ = true;
  return SetReady(ready);
}

absl::Status Composite::SetReady(bool ready) {
  LOOM_RETURN_IF_ERROR(LoadDesired());
  changed_ = true;
  ready_ = ready ? Ready::kTrue : Ready::kFalse;
  return absl::OkStatus();
}

std::optional<DesiredResource> Composite::Finish() const {
  DesiredResource composite;
  if (!changed_) {
    if (!request_.desired.composite.has_value()) return std::nullopt;
    composite.bytes = *request_.desired.composite;
    return composite;
  }
  if (identified_) {
    composite.object = &*desired_;
  } else {
    composite.object_bytes = desired_bytes_;
  }
  composite.bytes = request_.desired.composite.value_or("");
  composite.has_more = has_more_;
  composite.ready = ready_;
  for (const auto& [name, value] : details_) {
    composite.connection_details.emplace_back(name, value);
  }
  return composite;
}

}  // namespace loom
