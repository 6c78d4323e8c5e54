// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/references/case_source.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/bytes.h"
#include "data/value/utf8.h"

namespace loom::testing {
namespace {

bool IsEmpty(const PbValue& value) {
  return value.has_null_value() ||
         (value.has_string_value() && value.string_value().empty()) ||
         (value.has_list_value() && value.list_value().values().empty());
}

// Decodes the strings of a value and of its fields. False: one is not base64.
bool Decode(PbValue* value) {
  if (value->has_struct_value()) {
    for (auto& [name, each] :
         *value->mutable_struct_value()->mutable_fields()) {
      if (!Decode(&each)) return false;
    }
  }
  if (!value->has_string_value()) return true;
  std::string bytes;
  // Unlike Go, it forgives what has no padding.
  const std::string& text = value->string_value();
  if (text.size() % 4 != 0 || !absl::Base64Unescape(text, &bytes)) return false;
  value->set_string_value(bytes);
  return true;
}

Outcome Decoded(PbValue value, const std::string& where) {
  if (!Decode(&value)) {
    return Failed("InvalidReference", "not valid base64", where);
  }
  return {Outcome::kValue, std::move(value), "", "", where, /*bytes=*/true};
}

// Whether all strings of a value are UTF-8.
bool IsText(const PbValue& value) {
  for (const auto& [name, each] : value.struct_value().fields()) {
    if (!IsText(each)) return false;
  }
  for (const PbValue& each : value.list_value().values()) {
    if (!IsText(each)) return false;
  }
  return IsUtf8(value.string_value());
}

Outcome FromCredentials(const CaseSource& source, const ReferenceCase& the) {
  auto missing = [&](const char* reason, const std::string& cause) {
    return Failed(reason, cause,
                  absl::StrCat("credentials login ", source.path));
  };
  if (the.token.empty()) {
    return missing("ReferenceNotFound",
                   "the step has no credentials of that name");
  }
  if (source.path == "token") {
    return {Outcome::kValue, Text(the.token), "", "", "", /*bytes=*/true};
  }
  return missing("FieldMissing", "the credentials have no such key");
}

// The only object of the requirement; or why there is none, or may not be read.
Outcome FromRequirement(const CaseSource& source, const ReferenceCase& the) {
  auto missing = [&](const char* reason, const std::string& cause) {
    return Failed(reason, cause,
                  absl::StrCat("requirement settings ", source.path));
  };
  if (!the.settings.has_value()) {
    return missing("ReferenceNotFound",
                   "the step has no requirement of that name");
  }
  if (the.settings->empty()) {
    return missing("ReferenceNotFound", "object not found");
  }
  if (the.settings->size() > 1) {
    return missing("AmbiguousMatch", absl::StrCat(the.settings->size(),
                                                  " objects match, want 1"));
  }
  const PbStruct& object = the.settings->front();
  const std::string ns = TextAt(object, "metadata.namespace");
  const std::string refusal = RefusalOf(the, IsSecret(object), !ns.empty(), ns);
  if (!refusal.empty()) return missing("ReferenceNotAllowed", refusal);
  return {Outcome::kValue, ValueOf(object)};
}

Outcome FromThere(const CaseSource& source, bool ready, bool into_secret,
                  const CaseState& now) {
  const ReferenceCase& the = now.the;
  auto read = [&](const PbValue& object, const std::string& whose) {
    return ReadCaseField(object, source, into_secret,
                         absl::StrCat(whose, " ", source.path));
  };
  auto missing = [&](const std::string& cause, const std::string& whose) {
    return Failed("ReferenceNotFound", cause,
                  absl::StrCat(whose, " ", source.path));
  };
  auto read_ready = [&](const PbStruct& object, const std::string& whose) {
    if (!ready || IsReady(object)) return read(ValueOf(object), whose);
    Outcome failed = missing("object is not ready", whose);
    failed.reason = "ReferenceNotReady";
    return failed;
  };
  const std::string resource = "resource " + source.name;
  const std::string context = "context " + source.name;
  switch (source.from) {
    case CaseFrom::kResource: {
      auto found = the.observed.find(source.name);
      return found == the.observed.end()
                 ? missing("resource is not observed yet", resource)
                 : read_ready(found->second, resource);
    }
    case CaseFrom::kComposite:
      return read(ValueOf(the.composite), "composite");
    case CaseFrom::kEnvironment:
      return read(now.environment, "environment");
    case CaseFrom::kContext: {
      auto found = now.context.find(source.name);
      return found == now.context.end()
                 ? missing("the context has no such key", context)
                 : read(found->second, context);
    }
    default:
      break;
  }
  if (source.from == CaseFrom::kRequirement) {
    Outcome found = FromRequirement(source, the);
    return found.state == Outcome::kValue
               ? read_ready(the.settings->front(), "requirement settings")
               : found;
  }
  return FromCredentials(source, the);
}

std::string Printed(const PbValue& value) {
  if (value.has_string_value()) return value.string_value();
  if (value.has_bool_value()) return value.bool_value() ? "true" : "false";
  return absl::StrCat(int64_t(value.number_value()));
}

}  // namespace

Outcome Failed(std::string reason, std::string cause, std::string where) {
  return {Outcome::kFailed,
          {},
          std::move(reason),
          std::move(cause),
          std::move(where)};
}

Outcome ReadCaseField(const PbValue& object, const CaseSource& source,
                      bool into_secret, const std::string& where) {
  const CaseFound found = FindAt(object, source.path);
  if (found.value == nullptr) {
    return Failed(found.absent ? "FieldMissing" : "InvalidReference",
                  found.error, where);
  }
  if (IsEmpty(*found.value)) {
    return Failed("FieldMissing", "the field is empty", where);
  }
  const bool encoded =
      object.has_struct_value() && IsSecret(object.struct_value()) &&
      (source.path == "data" || source.path.rfind("data.", 0) == 0);
  if (source.decode == "Base64" || (source.decode == "Auto" && encoded)) {
    return Decoded(*found.value, where);
  }
  return {Outcome::kValue,
          *found.value,
          "",
          "",
          where,
          source.decode == "Auto" && into_secret};
}

Outcome Encoded(const Outcome& made) {
  const PbValue& value = made.value;
  if (value.has_struct_value() || value.has_list_value()) {
    return Failed(
        "InvalidReference",
        "a list or an object cannot be the value of a key of a Secret", "");
  }
  if (value.has_string_value() && !made.bytes) return made;
  return {Outcome::kValue, Text(absl::Base64Escape(Printed(value)))};
}

std::string RefusalOf(const ReferenceCase& the, bool secret, bool namespaced,
                      const std::string& ns) {
  const std::string& mine = the.composite_ns;
  if (secret) {
    const bool same = mine.empty() ? !ns.empty() : ns == mine;
    if (the.secrets == "Deny" || !same) {
      return "not allowed by the secret policy";
    }
  }
  const bool crosses = namespaced && !mine.empty() && ns != mine;
  return crosses ? "not allowed across namespaces" : "";
}

bool IsReady(const PbStruct& object) {
  std::string ready, synced;
  const PbValue root = ValueOf(object);
  const PbValue* conditions = FindAt(root, "status.conditions").value;
  if (conditions == nullptr) return false;
  for (const PbValue& condition : conditions->list_value().values()) {
    const PbStruct& members = condition.struct_value();
    (TextAt(members, "type") == "Ready" ? ready : synced) =
        TextAt(members, "status");
  }
  return ready == "True" && synced != "False";
}

bool IsSecret(const PbStruct& object) {
  return TextAt(object, "apiVersion") == "v1" &&
         TextAt(object, "kind") == "Secret";
}

Outcome MakeValue(const CaseEntry& entry, bool into_secret, CaseState* now) {
  std::optional<Outcome> first;
  bool pending = false;
  std::vector<Outcome> values;
  for (const CaseSource& source : entry.sources) {
    Outcome made = source.from == CaseFrom::kObject
                       ? ValueOfObject(source, entry.ready, into_secret, now)
                       : FromThere(source, entry.ready, into_secret, *now);
    pending |= made.state == Outcome::kPending;
    if (made.state == Outcome::kValue) {
      values.push_back(std::move(made));
    } else if (!first.has_value()) {
      first = std::move(made);
    }
  }
  if (pending) return {};
  if (first.has_value()) return *first;
  if (entry.form == CaseEntry::Form::kCopy) {
    Outcome& made = values.front();
    if (into_secret || IsText(made.value)) return std::move(made);
    return Failed("InvalidReference", std::string(kNotText), made.where);
  }
  std::string text;
  bool bytes = false;
  for (const Outcome& part : values) {
    const PbValue& value = part.value;
    bytes |= part.bytes && value.has_string_value();
    if (value.has_string_value() && !IsText(value)) {
      return Failed("InvalidReference",
                    "a value that is not UTF-8 cannot be part of a string", "");
    }
    if (value.has_struct_value() || value.has_list_value()) {
      return Failed("InvalidReference",
                    "a list or an object cannot be part of a string", "");
    }
    absl::StrAppend(&text, Printed(value), "-");
  }
  return {Outcome::kValue, Text(text), "", "", "", bytes};
}

}  // namespace loom::testing
