// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/detail.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/names.h"
#include "data/fieldpath/access.h"
#include "data/go/base64.h"
#include "data/go/format.h"
#include "data/value/budget.h"
#include "data/value/json.h"
#include "data/value/utf8.h"

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
      field->Invalid("fieldPath", "expected one field, not a wildcard");
    }
    source.decoding_ = ParseDecoding(members);
    members.Done();
  }
  return source;
}

absl::StatusOr<DetailValue> DetailSource::Read(Call& call) const {
  return path_.has_value() ? ReadField(call) : ReadKey(call);
}

absl::StatusOr<DetailValue> DetailSource::ReadKey(Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const ObservedDetails details,
                        call.composed.DetailsOf(call.NameOf(resource_)));
  for (const auto& [key, value] : details) {
    if (key != key_) continue;
    return DetailValue{.bytes = CountMade(std::string(value), call.pool)};
  }
  return DetailValue{.cause = absl::StrCat(resource_, " connection key ", key_,
                                           " is missing")};
}

absl::StatusOr<DetailValue> DetailSource::ReadField(Call& call) const {
  const std::string what = absl::StrCat(resource_, " field ", path_->text());
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(call.NameOf(resource_)));
  absl::StatusOr<const Value*> field = absl::NotFoundError("not observed");
  if (observed != nullptr) field = Get(*observed, *path_, call.pool);
  if (EndsCall(field.status())) return field.status();
  if (!field.ok() || (*field)->IsNull()) {
    return DetailValue{.cause = absl::StrCat(what, " is missing")};
  }
  if (!(*field)->IsString()) return DetailValue{.field = *field};
  std::string bytes = CountMade(std::string(View(**field)), call.pool);
  const bool decodes =
      decoding_ == Decoding::kBase64 ||
      (decoding_ == Decoding::kAuto && IsEncoded(*observed, path_->segments()));
  if (!decodes) return DetailValue{.bytes = std::move(bytes)};
  absl::StatusOr<std::string> decoded = DecodeBase64(bytes);
  if (!decoded.ok()) {
    return DetailValue{.cause = absl::StrCat(what, " is not valid base64")};
  }
  return DetailValue{.bytes = *std::move(decoded)};
}

namespace {

constexpr absl::string_view kForms[] = {
    "fromConnectionSecretKey", "fromFieldPath", "combine", "value",
    "fromExpression",          "allFrom"};

// Returns the fields in `names` that an object has.
std::vector<absl::string_view> Given(
    const Fields& fields, absl::Span<const absl::string_view> names) {
  std::vector<absl::string_view> given;
  for (absl::string_view name : names) {
    if (fields.Has(name)) given.push_back(name);
  }
  return given;
}

// Reports whether exactly one of the fields is present; other cases are errors.
bool HasOne(Fields& fields, absl::Span<const absl::string_view> names) {
  const std::vector<absl::string_view> given = Given(fields, names);
  if (given.size() == 1) return true;
  for (absl::string_view name :
       given.empty() ? names : absl::MakeConstSpan(given)) {
    fields.Allow(name);
  }
  if (given.empty()) {
    fields.at().Problem(
        {.kind = ProblemKind::kIncomplete,
         .message = absl::StrCat("one of ", absl::StrJoin(names, ", "),
                                 " is required"),
         .names = {names.begin(), names.end()}});
  } else {
    fields.at().Problem(
        absl::StrCat(absl::StrJoin(given, " and "), " cannot be combined"));
  }
  return false;
}

// A value in the form that a string contains, or the cause why it has none.
absl::StatusOr<Value> AsText(const DetailValue& value, Pool* pool) {
  if (value.field != nullptr) return Copy(*value.field, pool);
  if (!IsUtf8(value.bytes)) {
    return Harmless(absl::FailedPreconditionError(
        "a value that is not UTF-8 cannot be part of a string"));
  }
  return Text(value.bytes, pool);
}

// Bytes and a string unchanged, any other value as compact JSON.
absl::StatusOr<std::string> PublishedForm(const Value& value, Pool* pool) {
  if (IsBytes(value)) return std::string(ViewBytes(value));
  if (value.IsString()) return std::string(View(value));
  if (!HasBytes(value)) return CompactJson(value);
  Value tree = Copy(value, pool);
  LOOM_RETURN_IF_ERROR(BytesToText(&tree, pool));
  return CompactJson(tree);
}

DetailValue Failed(const absl::Status& why) {
  return {.cause = RedactedMessage(why)};
}

}  // namespace

void CheckSecretKey(const Input& input, absl::string_view member,
                    absl::string_view name) {
  if (name.empty() || IsSecretKey(name)) return;
  input.Invalid(member,
                absl::StrCat("\"", name, "\": expected at most ", limits::kName,
                             " of the characters A-Z a-z 0-9 - _ ."));
}

Detail Detail::Parse(const Input& entry) {
  Fields fields(entry);
  Detail detail;
  if (!fields.Has("allFrom")) {
    detail.name_ = std::string(fields.Required("name"));
    CheckSecretKey(entry, "name", detail.name_);
  } else {
    for (absl::string_view member : {"name", "transforms"}) {
      if (!fields.Has(member)) continue;
      fields.Allow(member);
      entry.Invalid(member,
                    "cannot be combined with allFrom, which copies the details "
                    "unchanged");
    }
  }
  if (HasOne(fields, kForms)) detail.ParseForm(fields);
  if (!fields.Has("allFrom")) {
    detail.transforms_ =
        Transforms::Parse(fields.List("transforms"), kNamesOfCall);
  }
  fields.Done();
  return detail;
}

void Detail::ParseForm(Fields& fields) {
  if (std::optional<Input> all = fields.Object("allFrom")) {
    form_ = Form::kAllFrom;
    Fields members(*all);
    all_from_ = std::string(members.Required("resource"));
    members.Done();
  } else if (std::optional<Input> combine = fields.Object("combine")) {
    ParseCombine(*combine);
  } else if (fields.Has("value")) {
    form_ = Form::kValue;
    text_ = std::string(fields.String("value").value_or(""));
  } else if (fields.Has("fromExpression")) {
    form_ = Form::kExpression;
    expression_ = InputExpression::Read(fields, "fromExpression", kNamesOfCall);
  } else {
    sources_.push_back(DetailSource::Parse(fields));
  }
}

void Detail::ParseCombine(const Input& input) {
  form_ = Form::kCombine;
  Fields fields(input);
  const std::vector<Input> variables = fields.List("variables");
  if (variables.empty()) input.Missing("variables");
  if (variables.size() > limits::kVariables) {
    input.Invalid("variables",
                  absl::StrCat("at most ", limits::kVariables, " variables"));
  }
  for (const Input& variable : variables) {
    Fields members(variable);
    if (HasOne(members, DetailSource::kMembers)) {
      sources_.push_back(DetailSource::Parse(members));
    }
    members.Done();
  }
  text_ = std::string(fields.Required("fmt"));
  if (text_.size() > limits::kFormat) {
    input.Invalid("fmt", absl::StrCat("a format has at most ", limits::kFormat,
                                      " bytes"));
  } else if (absl::Status fits = CheckFormat(text_, variables.size());
             !text_.empty() && !fits.ok()) {
    input.Invalid("fmt", fits.message());
  }
  fields.Done();
}

absl::StatusOr<DetailValue> Detail::Make(Call& call) const {
  std::vector<DetailValue> values;
  values.reserve(sources_.size());
  for (const DetailSource& source : sources_) {
    LOOM_ASSIGN_OR_RETURN(DetailValue value, source.Read(call));
    if (value.is_missing()) return value;
    values.push_back(std::move(value));
  }
  LOOM_ASSIGN_OR_RETURN(DetailValue made, MakeOf(std::move(values), call));
  return Transformed(std::move(made), call);
}

absl::StatusOr<DetailValue> Detail::MakeOf(std::vector<DetailValue> values,
                                           Call& call) const {
  if (form_ == Form::kCombine) return Combined(values, call);
  if (form_ == Form::kExpression) return Computed(call);
  if (form_ == Form::kValue) {
    return DetailValue{.bytes = CountMade(text_, call.pool)};
  }
  return values.empty() ? DetailValue() : std::move(values.front());
}

absl::StatusOr<DetailValue> Detail::Combined(
    const std::vector<DetailValue>& values, Call& call) const {
  std::vector<Value> kept;
  std::vector<const Value*> arguments;
  kept.reserve(values.size());
  for (const DetailValue& value : values) {
    absl::StatusOr<Value> argument = AsText(value, call.pool);
    if (EndsCall(argument.status())) return argument.status();
    if (!argument.ok()) return Failed(argument.status());
    if (argument->IsObject() || argument->IsArray()) {
      return DetailValue{.cause =
                             "a list or an object cannot be part of a string"};
    }
    kept.push_back(*std::move(argument));
    arguments.push_back(&kept.back());
  }
  absl::StatusOr<std::string> text =
      GoFormat(text_, arguments, ScalarsUnderS::kPrinted, Misfits::kRefused);
  if (!text.ok()) return Failed(text.status());
  return DetailValue{.bytes = CountMade(*std::move(text), call.pool)};
}

absl::StatusOr<DetailValue> Detail::Computed(Call& call) const {
  CallVariables variables(&call);
  absl::StatusOr<std::optional<Value>> made =
      expression_->OptionalTree(&variables, call.pool, BytesAs::kBytes);
  if (EndsCall(made.status())) return made.status();
  if (!made.ok()) return Failed(made.status());
  if (!made->has_value()) {
    return DetailValue{.cause =
                           absl::StrCat(expression_->place(), " has no value")};
  }
  // The value lives as long as the call.
  void* memory = call.pool->allocator().Malloc(sizeof(Value));
  return DetailValue{.field = new (memory) Value(**std::move(made))};
}

absl::StatusOr<DetailValue> Detail::Transformed(DetailValue value,
                                                Call& call) const {
  if (value.is_missing()) return value;
  const Value* field = value.field;
  Value result;
  if (!transforms_.empty()) {
    const Value input =
        field != nullptr ? Copy(*field, call.pool)
                         : BytesValue(call.pool->Keep(value.bytes), call.pool);
    CallVariables variables(&call);
    absl::StatusOr<Value> made =
        transforms_.Apply(input, &variables, call.pool, BytesAs::kBytes);
    if (EndsCall(made.status())) return made.status();
    if (!made.ok()) return Failed(made.status());
    result = *std::move(made);
    field = &result;
  }
  if (field == nullptr) return value;
  absl::StatusOr<std::string> text = PublishedForm(*field, call.pool);
  if (EndsCall(text.status())) return text.status();
  if (!text.ok()) return Failed(text.status());
  return DetailValue{.bytes = CountMade(*std::move(text), call.pool)};
}

}  // namespace loom
