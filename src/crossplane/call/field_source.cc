// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/field_source.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/kinds/encoded_fields.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"

namespace loom {

FieldSource FieldSource::Parse(const Input& input) {
  Fields fields(input);
  FieldSource source;
  const bool composite = fields.Bool("composite").value_or(false);
  const bool environment = fields.Bool("environment").value_or(false);
  const absl::string_view resource = fields.String("resource").value_or("");
  if (composite + environment + !resource.empty() != 1) {
    input.RequireOne({"composite", "environment", "resource"});
  }
  if (composite) {
    source.place_.holder = Place::Holder::kComposite;
  } else if (environment) {
    source.place_.holder = Place::Holder::kEnvironment;
  } else {
    source.place_.name = std::string(resource);
  }
  source.path_ = input.ParsePath("fieldPath", fields.Required("fieldPath"));
  source.transforms_ =
      Transforms::Parse(fields.List("transforms"), kNamesOfCall);
  if (const auto text = fields.String("orValue")) {
    source.or_value_ = std::string(*text);
  }
  fields.Done();
  return source;
}

absl::StatusOr<const Value*> FieldSource::Object(Call& call) const {
  if (is_environment()) return call.PatchedEnvironment();
  const bool is_resource = place_.holder == Place::Holder::kComposed;
  return is_resource ? place_.Desired(call) : place_.Source(call);
}

absl::StatusOr<std::string> FieldSource::Read(Call& call) const {
  absl::StatusOr<std::string> text = ReadField(call);
  const bool missing = absl::IsNotFound(text.status());
  return missing && or_value_.has_value() ? *or_value_ : text;
}

absl::StatusOr<std::string> FieldSource::ReadField(Call& call) const {
  LOOM_RETURN_IF_ERROR(path_.status());
  auto failed = [&](absl::StatusCode code, absl::string_view message) {
    return Harmless(
        absl::Status(code, absl::StrCat(place_.Shown(), " ", message)));
  };
  LOOM_ASSIGN_OR_RETURN(const Value* object, Object(call));
  if (object == nullptr) {
    return failed(absl::StatusCode::kNotFound, "is not desired");
  }
  absl::StatusOr<const Value*> found = Get(*object, *path_, call.pool);
  if (!found.ok()) {
    return failed(found.status().code(), found.status().message());
  }
  const Value* value = *found;
  Value decoded, transformed;
  if (IsEncoded(*object, path_->segments())) {
    LOOM_ASSIGN_OR_RETURN(decoded, DecodedBytes(*value, call.pool));
    LOOM_RETURN_IF_ERROR(BytesToText(&decoded, call.pool));
    value = &decoded;
  }
  if (!transforms_.empty()) {
    CallVariables variables(&call);
    LOOM_ASSIGN_OR_RETURN(transformed,
                          transforms_.Apply(*value, &variables, call.pool));
    value = &transformed;
  }
  auto of_path = [&](absl::string_view problem) {
    return absl::StrCat(path_->text(), ": ", problem);
  };
  if (value->IsNull() || (value->IsString() && value->GetStringLength() == 0)) {
    return failed(absl::StatusCode::kNotFound, of_path("the field is empty"));
  }
  if (!value->IsString()) {
    return failed(absl::StatusCode::kFailedPrecondition,
                  of_path("not a string"));
  }
  LOOM_RETURN_IF_ERROR(Spend(Reading(value->GetStringLength()), call.pool));
  return std::string(View(*value));
}

TextOrField TextOrField::Parse(const Input& at) {
  TextOrField value;
  value.text = std::string(View(at.value()));
  if (!IsInline(value.text)) return value;
  std::optional<InlineText> read = InlineText::Read(at, kNamesOfCall);
  if (!read.has_value()) return value;
  if (const auto constant = read->Constant()) {
    value.text = *constant;
  } else {
    value.computed = std::move(read);
    value.place = at.place();
  }
  return value;
}

TextOrField TextOrField::Parse(Fields& fields, absl::string_view member,
                               absl::string_view from) {
  TextOrField value;
  if (fields.String(member).has_value()) value = Parse(*fields.Any(member));
  if (std::optional<Input> field = fields.Object(from)) {
    value.field = FieldSource::Parse(*field);
    if (!value.text.empty()) {
      fields.at().Problem(
          absl::StrCat(member, " and ", from, " cannot be combined"));
    }
  }
  return value;
}

absl::StatusOr<std::string> TextOrField::Read(Call& call) const {
  if (field.has_value()) return field->Read(call);
  if (!computed.has_value()) return text;
  LOOM_ASSIGN_OR_RETURN(const Value* environment, call.PatchedEnvironment());
  CallVariables variables(&call);
  variables.environment = environment;
  absl::StatusOr<std::string> made = computed->String(&variables, call.pool);
  if (made.ok() && made->empty()) {
    made = Harmless(absl::NotFoundError("the string is empty"));
  }
  if (made.ok() || EndsCall(made.status())) return made;
  return AnnotatePlace(made.status(), place);
}

}  // namespace loom
