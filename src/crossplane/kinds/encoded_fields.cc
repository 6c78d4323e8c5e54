// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/encoded_fields.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/go/base64.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

using Segments = absl::Span<const Segment>;

// The table.
constexpr DataField kFields[] = {
    {"Secret", "data", true},
    {"Secret", "stringData", false},
    {"ConfigMap", "binaryData", true},
    {"ConfigMap", "data", false},
};

// Where an Object of provider-kubernetes has a manifest.
constexpr absl::string_view kDesired[] = {"spec", "forProvider", "manifest"};
constexpr absl::string_view kObserved[] = {"status", "atProvider", "manifest"};
constexpr size_t kManifestDepth = 3;

// Returns what the path has below these fields; nullopt if it does not lead there.
std::optional<Segments> Below(Segments path,
                              absl::Span<const absl::string_view> fields) {
  if (path.size() < fields.size()) return std::nullopt;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (path[i].is_index || path[i].field != fields[i]) return std::nullopt;
  }
  return path.subspan(fields.size());
}

// The field that the path begins with, if the object has such a field.
const DataField* FieldIn(const Value* holder, Segments path) {
  if (holder == nullptr || path.empty() || path[0].is_index) return nullptr;
  for (const DataField& row : kFields) {
    if (path[0].field == row.field && Kind(*holder) == row.kind &&
        ApiVersion(*holder) == "v1") {
      return &row;
    }
  }
  return nullptr;
}

bool IsEncodedIn(const Value* holder, Segments path) {
  const DataField* field = FieldIn(holder, path);
  return field != nullptr && field->encoded;
}

const Value* ObservedManifestOf(const Value& object) {
  const Value* manifest = Dig(object, {"status", "atProvider", "manifest"});
  return manifest != nullptr && manifest->IsObject() ? manifest : nullptr;
}

absl::Status NoSingleValue() {
  return Harmless(absl::FailedPreconditionError(
      "a list or an object cannot be the value of a key of a Secret"));
}

// Sets the value to the base64 of the bytes, which may be part of it.
absl::Status Encode(absl::string_view bytes, Value* value, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Writing(bytes.size()), pool));
  const std::string encoded = absl::Base64Escape(bytes);
  LOOM_RETURN_IF_ERROR(Charge(encoded.size(), pool));
  *value = Text(encoded, pool);
  return absl::OkStatus();
}

// Replaces the bytes of a value that is about to be written.
class Encoder {
 public:
  Encoder(const Value& object, const Value& value, Segments path, Pool* pool)
      : object_(object),
        manifest_(ManifestOf(object)),
        path_(path.begin(), path.end()),
        pool_(pool) {
    // The manifest may be part of the value.
    if (path.size() > kManifestDepth) return;
    const absl::Span<const absl::string_view> names(kDesired);
    if (!Below(path, names.first(path.size())).has_value()) return;
    manifest_ = &value;
    for (absl::string_view name : names.subspan(path.size())) {
      manifest_ = manifest_->IsObject() ? Find(*manifest_, name) : nullptr;
      if (manifest_ == nullptr) return;
    }
    if (!manifest_->IsObject()) manifest_ = nullptr;
  }

  absl::Status Replace(Value* value) {
    if (IsBytes(*value)) {
      return IsHere() ? Encode(ViewBytes(*value), value, pool_)
                      : BytesToText(value, pool_);
    }
    if (value->IsObject()) {
      for (Member& member : Members(*value)) {
        path_.push_back(Segment::Field(View(member.name)));
        LOOM_RETURN_IF_ERROR(Replace(&member.value));
        path_.pop_back();
      }
    } else if (value->IsArray()) {
      for (Value& each : Items(*value)) {
        path_.push_back(Segment::Index(0));
        LOOM_RETURN_IF_ERROR(Replace(&each));
        path_.pop_back();
      }
    }
    return absl::OkStatus();
  }

 private:
  bool IsHere() const {
    if (IsEncodedIn(&object_, path_)) return true;
    const auto below = Below(path_, kDesired);
    return below.has_value() && IsEncodedIn(manifest_, *below);
  }

  const Value& object_;
  const Value* manifest_;
  std::vector<Segment> path_;
  Pool* pool_;
};

// Returns the bytes of base64. The error does not quote it.
absl::StatusOr<std::string> Decoded(const Value& text, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.GetStringLength()), pool));
  absl::StatusOr<std::string> bytes = DecodeBase64(View(text));
  if (bytes.ok()) return bytes;
  return Harmless(absl::FailedPreconditionError("not valid base64"));
}

}  // namespace

std::string DataField::Shown() const {
  return absl::StrCat(field, " of a ", kind);
}

const DataField* DataFieldAt(const Value& object, Segments path) {
  if (const DataField* field = FieldIn(&object, path)) return field;
  if (const auto below = Below(path, kDesired)) {
    return FieldIn(ManifestOf(object), *below);
  }
  const auto below = Below(path, kObserved);
  return below.has_value() ? FieldIn(ObservedManifestOf(object), *below)
                           : nullptr;
}

bool IsEncoded(const Value& object, Segments path) {
  const DataField* field = DataFieldAt(object, path);
  return field != nullptr && field->encoded;
}

absl::StatusOr<Value> DecodedBytes(const Value& value, Pool* pool) {
  if (value.IsObject()) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(value.MemberCount()), pool));
    Value map = Object();
    for (const Member& member : Members(value)) {
      LOOM_ASSIGN_OR_RETURN(Value each, DecodedBytes(member.value, pool));
      map.AddMember(Borrow(View(member.name)), each, pool->allocator());
    }
    return map;
  }
  if (!value.IsString()) return Copy(value, pool);
  LOOM_ASSIGN_OR_RETURN(const std::string bytes, Decoded(value, pool));
  return BytesValue(pool->Keep(bytes), pool);
}

absl::StatusOr<Value> DecodedText(const Value& value, Pool* pool) {
  if (!value.IsString()) return Copy(value, pool);
  LOOM_ASSIGN_OR_RETURN(const std::string bytes, Decoded(value, pool));
  if (!IsUtf8(bytes)) {
    return Harmless(absl::FailedPreconditionError(
        "NotText: the decoded value is not UTF-8 text"));
  }
  return Text(bytes, pool);
}

absl::Status EncodeBytes(const Value& object, Segments path, Value* value,
                         Pool* pool) {
  return Encoder(object, *value, path, pool).Replace(value);
}

Value StringsToBytes(const Value& value, Pool* pool) {
  if (value.IsString()) return BytesValue(View(value), pool);
  if (value.IsArray()) {
    Value list = Array();
    for (const Value& each : Items(value)) {
      list.PushBack(StringsToBytes(each, pool), pool->allocator());
    }
    return list;
  }
  if (!value.IsObject() || IsBytes(value)) return Copy(value, pool);
  Value map = Object();
  for (const Member& member : Members(value)) {
    map.AddMember(Borrow(View(member.name)), StringsToBytes(member.value, pool),
                  pool->allocator());
  }
  return map;
}

namespace {

absl::Status KeyToEncoded(Value* value, Pool* pool) {
  if (IsBytes(*value)) return Encode(ViewBytes(*value), value, pool);
  if (value->IsNumber()) {
    std::string text;
    AppendJsonNumber(*value, &text);
    return Encode(text, value, pool);
  }
  if (value->IsBool()) {
    return Encode(value->GetBool() ? "true" : "false", value, pool);
  }
  return value->IsObject() || value->IsArray() ? NoSingleValue()
                                               : absl::OkStatus();
}

}  // namespace

absl::Status ToEncoded(Segments path, Value* value, Pool* pool) {
  const bool is_field = path.size() == 1 || path.size() == kManifestDepth + 1;
  if (!is_field || !value->IsObject() || IsBytes(*value)) {
    return KeyToEncoded(value, pool);
  }
  LOOM_RETURN_IF_ERROR(Spend(Finding(value->MemberCount()), pool));
  for (Member& member : Members(*value)) {
    LOOM_RETURN_IF_ERROR(KeyToEncoded(&member.value, pool));
  }
  return absl::OkStatus();
}

std::string NotAString(absl::string_view type, const DataField& field) {
  return absl::StrCat(type,
                      " instead of a string: the API server refuses it in ",
                      field.Shown());
}

std::string NotBase64(const DataField& field) {
  return absl::StrCat("the value is not base64: the API server refuses it in ",
                      field.Shown());
}

std::string AdviceForBase64(const DataField& field) {
  return absl::StrCat("write it to ",
                      field.kind == "Secret" ? "stringData" : "data",
                      ", or encode it with a ToBase64 transform, or with "
                      "bytes(…) in an expression");
}

namespace {

std::string AdviceForString(const Value& value, const DataField& field) {
  if (!value.IsNumber() && !value.IsBool()) return "write it as a string";
  if (!field.encoded) return "write it in quotes";
  return absl::StrCat("write it in quotes to ",
                      field.kind == "Secret" ? "stringData" : "data");
}

void FindMistakesIn(const Value& holder, const std::vector<Segment>& above,
                    std::vector<DataMistake>* found) {
  if (ApiVersion(holder) != "v1") return;
  for (const DataField& row : kFields) {
    if (Kind(holder) != row.kind) continue;
    const Value* map = Find(holder, row.field);
    if (map == nullptr || !map->IsObject()) continue;
    for (const Member& each : Members(*map)) {
      const Value& value = each.value;
      if (value.IsNull()) continue;
      std::vector<Segment> path = above;
      path.push_back(Segment::Field(row.field));
      path.push_back(Segment::Field(View(each.name)));
      if (!value.IsString()) {
        found->push_back({std::move(path), NotAString(KindName(value), row),
                          AdviceForString(value, row)});
      } else if (row.encoded && !DecodeBase64(View(value)).ok()) {
        found->push_back(
            {std::move(path), NotBase64(row), AdviceForBase64(row)});
      }
    }
  }
}

}  // namespace

std::vector<DataMistake> FindDataMistakes(const Value& object) {
  std::vector<DataMistake> found;
  if (!object.IsObject()) return found;
  FindMistakesIn(object, {}, &found);
  if (const Value* manifest = ManifestOf(object)) {
    std::vector<Segment> above;
    for (absl::string_view name : kDesired) {
      above.push_back(Segment::Field(name));
    }
    FindMistakesIn(*manifest, above, &found);
  }
  return found;
}

}  // namespace loom
