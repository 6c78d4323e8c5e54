// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/detail_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "language/transforms/base64.h"

namespace loom {

DetailSource DetailSource::Parse(Fields& fields) {
  DetailSource source;
  if (std::optional<Input> key = fields.Object("fromConnectionSecretKey")) {
    Fields members(*key);
    source.resource_ = std::string(members.Required("resource"));
    source.key_ = std::string(members.Required("key"));
    members.Done();
  } else if (std::optional<Input> field = fields.Object("fromFieldPath")) {
    Fields members(*field);
    source.resource_ = std::string(members.Required("resource"));
    const absl::string_view text = members.Required("fieldPath");
    absl::StatusOr<Path> path = field->ParsePath("fieldPath", text);
    source.path_ = path.ok() ? *std::move(path) : Path();
    if (source.path_->HasWildcard()) {
      field->Invalid("fieldPath", "a detail is one field");
    }
    source.decoding_ = ParseDecoding(members);
    members.Done();
  }
  return source;
}

void DetailSource::AddReads(Reads* reads) const {
  if (path_.has_value()) AddPath(path_->segments(), reads->Resource(resource_));
}

absl::StatusOr<DetailValue> DetailSource::Read(Call& call) const {
  return path_.has_value() ? ReadField(call) : ReadKey(call);
}

absl::StatusOr<DetailValue> DetailSource::ReadKey(Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const ObservedDetails details,
                        call.composed.DetailsOf(resource_));
  LOOM_RETURN_IF_ERROR(Spend(Finding(details.size()), call.pool));
  for (const auto& [key, value] : details) {
    if (key != key_) continue;
    LOOM_RETURN_IF_ERROR(Charge(value.size(), call.pool));
    return DetailValue{.bytes = std::string(value)};
  }
  return DetailValue{.cause = absl::StrCat(resource_, " connection key ", key_,
                                           " is missing")};
}

absl::StatusOr<DetailValue> DetailSource::ReadField(Call& call) const {
  const std::string what = absl::StrCat(resource_, " field ", path_->text());
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(resource_));
  absl::StatusOr<const Value*> field = absl::NotFoundError("not observed");
  if (observed != nullptr) field = Get(*observed, *path_, call.pool);
  if (EndsCall(field.status())) return field.status();
  if (!field.ok() || (*field)->IsNull()) {
    return DetailValue{.cause = absl::StrCat(what, " is missing")};
  }
  if (!(*field)->IsString()) return DetailValue{.field = *field};
  const absl::string_view text = View(**field);
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.size()), call.pool));
  LOOM_RETURN_IF_ERROR(Charge(text.size(), call.pool));
  const bool decodes =
      decoding_ == Decoding::kBase64 ||
      (decoding_ == Decoding::kAuto && IsEncoded(*observed, *path_));
  if (!decodes) return DetailValue{.bytes = std::string(text)};
  absl::StatusOr<std::string> decoded = DecodeBase64(text);
  if (!decoded.ok()) {
    return DetailValue{.cause = absl::StrCat(what, " is not valid base64")};
  }
  return DetailValue{.bytes = *std::move(decoded)};
}

}  // namespace loom
