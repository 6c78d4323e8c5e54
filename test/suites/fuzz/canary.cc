// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/canary.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

// The canary counts as found if a text contains this many of its characters in
// a row.
constexpr size_t kRecognised = 7;
// What a text contains of a longer value is its beginning.
constexpr size_t kLong = 60;

// Members that identify an object. Messages may quote them.
bool IsIdentity(absl::string_view member) {
  return member == "apiVersion" || member == "kind" || member == "metadata";
}

}  // namespace

Canary::Canary(unsigned seed, Form form) : random_(seed) {
  text_ = Word();
  bytes_ = text_;
  switch (form == Form::kWord ? -1 : random_.Below(8)) {
    case 0:  // quotes and lines
      text_ = absl::StrCat(Word(), "\"'\\<&\n", Word(), "\n");
      bytes_ = text_;
      break;
    case 1:  // not UTF-8
      bytes_ = absl::StrCat("\xff", text_, "\xfe");
      break;
    case 2:  // long
      if (random_.Chance(20)) bytes_.append(100000, ' ');
      break;
    default:
      break;
  }
  base64_ = absl::Base64Escape(absl::string_view(bytes_).substr(0, kLong));
  number_ = 700000000 + random_.Below(99999999);
}

std::string Canary::Word() {
  constexpr absl::string_view kLetters = "bcdfghjkmnpqrtvwxz";
  std::string word;
  for (int i = 0; i < 14; ++i) {
    word.push_back(kLetters[size_t(random_.Below(int(kLetters.size())))]);
  }
  return word;
}

PbValue Canary::Leaf() {
  switch (random_.Below(4)) {
    case 0:
      return Number(number_);
    case 1:
      return Text(base64_);
    default:
      return Text(text_);
  }
}

// Replaces every scalar by the canary, and adds to some objects a member whose
// name is the canary.
void Canary::Fill(PbStruct* object, int depth) {
  for (auto& [name, member] : *object->mutable_fields()) {
    if (depth == 0 && IsIdentity(name)) continue;
    if (member.has_struct_value()) {
      Fill(member.mutable_struct_value(), depth + 1);
    } else if (member.has_list_value()) {
      for (PbValue& element : *member.mutable_list_value()->mutable_values()) {
        if (element.has_struct_value()) {
          Fill(element.mutable_struct_value(), depth + 1);
        } else {
          element = Leaf();
        }
      }
    } else {
      member = Leaf();
    }
  }
  if (depth > 0 && random_.Chance(50)) {
    (*object->mutable_fields())[text_] = Leaf();
  }
}

void Canary::Hide(In in, PbStruct* resource) {
  auto& fields = *resource->mutable_fields();
  for (const char* member : {"data", "status", "spec"}) {
    if (!fields[member].has_struct_value()) fields[member] = Object({});
    for (const char* name : {"a", "b", "c", "d", "x.y"}) {
      (*fields[member].mutable_struct_value()->mutable_fields())[name] = Leaf();
    }
  }
  Fill(resource, 0);
  const char* kind = in == In::kSecrets ? "Secret" : "ConfigMap";
  bool inside = random_.Chance(30);
  if (!inside) {
    fields["kind"] = Text(kind);
    return;
  }
  // As with provider-kubernetes, the Secret is the manifest of an Object.
  fields["kind"] = Text("Object");
  (*fields["spec"].mutable_struct_value()->mutable_fields())["forProvider"] =
      Object({{"manifest", Object({{"apiVersion", Text("v1")},
                                   {"kind", Text(kind)},
                                   {"data", Object({{text_, Leaf()}})}})}});
}

void Canary::Plant(In in, v1::RunFunctionRequest* request) {
  auto hide_all = [&](v1::State* state) {
    for (auto& [name, resource] : *state->mutable_resources()) {
      Hide(in, resource.mutable_resource());
      if (in != In::kSecrets) continue;
      auto& details = *resource.mutable_connection_details();
      for (const char* key : {"a", "b", "c"}) details[key] = bytes_;
    }
  };
  hide_all(request->mutable_observed());
  if (in == In::kSecrets) {
    for (v1::State* state :
         {request->mutable_observed(), request->mutable_desired()}) {
      (*state->mutable_composite()->mutable_connection_details())["a"] = bytes_;
    }
    (*(*request->mutable_credentials())["cloud"]
          .mutable_credential_data()
          ->mutable_data())["a"] = bytes_;
  }
  if (random_.Chance(30)) hide_all(request->mutable_desired());
  for (auto* answers : {request->mutable_required_resources(),
                        request->mutable_extra_resources()}) {
    for (auto& [key, resources] : *answers) {
      for (v1::Resource& item : *resources.mutable_items()) {
        Hide(in, item.mutable_resource());
      }
    }
  }
  auto& context = *request->mutable_context()->mutable_fields();
  PbValue& environment = context["apiextensions.crossplane.io/environment"];
  if (!environment.has_struct_value()) environment = Object({});
  for (const char* name : {"a", "b", "c", "d", "spec", "status", "data"}) {
    (*environment.mutable_struct_value()->mutable_fields())[name] =
        random_.Chance(50) ? Leaf() : Object({{"a", Leaf()}, {text_, Leaf()}});
  }
  if (in == In::kSecrets) {
    PbValue mark;
    mark.set_bool_value(true);
    context["loom.fn.crossplane.io/redacted"] = mark;
  }
}

namespace {

// The first part of one of the forms that the text contains.
std::optional<std::string> PartIn(absl::string_view text,
                                  const std::vector<std::string>& forms) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (const std::string& form : forms) {
    for (size_t at = 0; at + kRecognised <= form.size(); ++at) {
      std::string part = form.substr(at, kRecognised);
      if (absl::StrContains(lower, part)) return part;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Canary::FindIn(absl::string_view text) const {
  auto part = FindTextIn(text);
  return part.has_value() ? part
                          : PartIn(text, {absl::StrCat(int64_t(number_))});
}

std::optional<std::string> Canary::FindTextIn(absl::string_view text) const {
  return PartIn(text, {text_, absl::AsciiStrToLower(base64_),
                       absl::AsciiStrToLower(absl::WebSafeBase64Escape(text_)),
                       absl::BytesToHexString(text_),
                       absl::AsciiStrToLower(absl::Base64Escape(base64_))});
}

std::optional<std::string> Canary::FindIn(
    const v1::RunFunctionResponse& answer) const {
  v1::RunFunctionResponse reported = answer;
  reported.clear_desired();
  reported.clear_context();
  // A requirement may contain a value, because an author put it there on
  // purpose.
  reported.clear_requirements();
  return FindIn(reported.DebugString());
}

}  // namespace loom::testing
