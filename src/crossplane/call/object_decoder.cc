// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/object_decoder.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/budget.h"

namespace loom {
namespace {

const Reads& Everything() {
  static const Reads* const everything = [] {
    auto* reads = new Reads;
    reads->AddAll();
    return reads;
  }();
  return *everything;
}

}  // namespace

ObjectDecoder::ObjectDecoder(Pool* pool)
    : pool_(pool), reads_(&Everything()), decoder_(pool) {}

absl::Status ObjectDecoder::Check(const absl::Status& status,
                                  absl::string_view what,
                                  absl::string_view name) {
  if (status.ok()) return status;
  return pool_->account().End(
      Annotate(status, name.empty() ? std::string(what)
                                    : absl::StrCat(what, " \"", name, "\"")));
}

// Spends the steps that decoding takes: four for each value of about 16 bytes.
absl::Status ObjectDecoder::Affords(absl::string_view bytes) {
  return Spend(1 + bytes.size() / 4, pool_);
}

absl::StatusOr<Value> ObjectDecoder::Named(absl::StatusOr<Value> decoded,
                                           absl::string_view what,
                                           absl::string_view name) {
  if (decoded.ok()) return decoded;
  return Check(decoded.status(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Object(absl::string_view bytes,
                                            absl::string_view what,
                                            absl::string_view name) {
  return Part(bytes, FieldMask::All(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Part(absl::string_view bytes,
                                          const FieldMask& mask,
                                          absl::string_view what,
                                          absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  return Named(decoder_.Struct(bytes, mask), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Any(absl::string_view bytes,
                                         absl::string_view what,
                                         absl::string_view name) {
  return PartOfAny(bytes, FieldMask::All(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::PartOfAny(absl::string_view bytes,
                                               const FieldMask& mask,
                                               absl::string_view what,
                                               absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  return Named(decoder_.Any(bytes, mask), what, name);
}

}  // namespace loom
