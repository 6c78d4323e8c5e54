// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/references/case_source.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom::testing {
namespace {

bool IsEmpty(const PbValue& value) {
  return value.has_null_value() ||
         (value.has_string_value() && value.string_value().empty()) ||
         (value.has_list_value() && value.list_value().values().empty());
}

// The texts of random_reference_case.cc that are base64 are few.
Outcome Decoded(const PbValue& value, const std::string& where) {
  if (!value.has_string_value())
    return Outcome{.state = Outcome::kValue, .value = value};
  const std::string& text = value.string_value();
  if (text == "YW5u")
    return Outcome{.state = Outcome::kValue, .value = Text("ann")};
  return Failed("InvalidReference",
                text == "/w==" || text == "gold"
                    ? "NotText: the decoded value is not UTF-8 text"
                    : "not valid base64",
                where);
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
  if (source.path == "token") return {Outcome::kValue, Text(the.token)};
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
      source.path.rfind("data.", 0) == 0 &&
      source.path.find('.', 5) == std::string::npos && !into_secret;
  if (source.decode == "Base64" || (source.decode == "Auto" && encoded)) {
    return Decoded(*found.value, where);
  }
  return {Outcome::kValue, *found.value};
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
  std::vector<PbValue> values;
  for (const CaseSource& source : entry.sources) {
    Outcome made = source.from == CaseFrom::kObject
                       ? ValueOfObject(source, entry.ready, into_secret, now)
                       : FromThere(source, entry.ready, into_secret, *now);
    pending |= made.state == Outcome::kPending;
    if (made.state == Outcome::kValue) {
      values.push_back(made.value);
    } else if (!first.has_value()) {
      first = std::move(made);
    }
  }
  if (pending) return {};
  if (first.has_value()) return *first;
  if (entry.form == CaseEntry::Form::kCopy) {
    return {Outcome::kValue, values.front()};
  }
  std::string text;
  for (const PbValue& value : values) {
    if (value.has_struct_value() || value.has_list_value()) {
      return Failed("InvalidReference",
                    "a list or an object cannot be part of a string", "");
    }
    absl::StrAppend(&text, Printed(value), "-");
  }
  return {Outcome::kValue, Text(text)};
}

}  // namespace loom::testing
