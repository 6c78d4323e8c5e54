// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/references/reference_case.h"

#include <algorithm>
#include <functional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

using Members = std::vector<std::pair<std::string, PbValue>>;

bool Fits(const PbStruct& object, const CaseSelector& selector) {
  if (TextAt(object, "apiVersion") != selector.api_version() ||
      TextAt(object, "kind") != selector.kind() ||
      (selector.has_namespace_() &&
       TextAt(object, "metadata.namespace") != selector.namespace_())) {
    return false;
  }
  if (selector.has_match_name()) {
    return TextAt(object, "metadata.name") == selector.match_name();
  }
  const auto& labels = selector.match_labels().labels();
  return std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
    return TextAt(object, absl::StrCat("metadata.labels.", label.first)) ==
           label.second;
  });
}

PbValue FieldOf(const CaseField& field) {
  Members members = {{"fieldPath", Text(field.path)}};
  PbValue yes;
  yes.set_bool_value(true);
  if (field.whose == "composite" || field.whose == "environment") {
    members.emplace_back(field.whose, yes);
  } else {
    members.emplace_back("resource", Text(field.whose));
  }
  return Object(std::move(members));
}

PbValue LabelOf(const CaseLabel& label) {
  Members members = {{"key", Text(label.key)}};
  if (label.from.has_value()) {
    members.emplace_back("valueFrom", FieldOf(*label.from));
  } else {
    members.emplace_back("value", Text(label.value));
  }
  if (label.optional) members.emplace_back("policy", Text("Optional"));
  return Object(std::move(members));
}

PbValue SelectionOf(const CaseSource& source) {
  Members members = {{"mode", Text(source.mode)}};
  if (source.min >= 0) members.emplace_back("minMatch", Number(source.min));
  if (source.max >= 0) members.emplace_back("maxMatch", Number(source.max));
  return Object(std::move(members));
}

PbValue ObjectOf(const ReferenceCase& the, const CaseSource& source) {
  const CaseKind& kind = the.kinds[source.kind];
  Members members = {{"apiVersion", Text(kind.api_version)},
                     {"fieldPath", Text(source.path)},
                     {"decode", Text(source.decode)}};
  if (source.plural.empty()) {
    members.emplace_back("kind", Text(kind.kind));
  } else {
    members.emplace_back("resource", Text(source.plural));
  }
  if (!source.ns.empty()) members.emplace_back("namespace", Text(source.ns));
  if (!source.labels.empty()) {
    std::vector<PbValue> labels;
    labels.reserve(source.labels.size());
    for (const CaseLabel& label : source.labels) {
      labels.push_back(LabelOf(label));
    }
    members.emplace_back("matchLabels", List(std::move(labels)));
    members.emplace_back("selection", SelectionOf(source));
  } else if (source.name_from.has_value()) {
    members.emplace_back("nameFrom", FieldOf(*source.name_from));
  } else {
    members.emplace_back("name", Text(source.name));
  }
  return Object(std::move(members));
}

Members SourceOf(const ReferenceCase& the, const CaseSource& source) {
  Members members = {{"fieldPath", Text(source.path)},
                     {"decode", Text(source.decode)}};
  switch (source.from) {
    case CaseFrom::kObject:
      return {{"fromObject", ObjectOf(the, source)}};
    case CaseFrom::kResource:
      members.emplace_back("name", Text(source.name));
      return {{"fromResource", Object(std::move(members))}};
    case CaseFrom::kComposite:
      return {{"fromComposite", Object(std::move(members))}};
    case CaseFrom::kEnvironment:
      return {{"fromEnvironment", Object(std::move(members))}};
    case CaseFrom::kContext:
      members.emplace_back("key", Text(source.name));
      return {{"fromContext", Object(std::move(members))}};
    case CaseFrom::kRequirement:
      members.emplace_back("name", Text(source.name));
      return {{"fromRequirement", Object(std::move(members))}};
    case CaseFrom::kCredentials:
      break;
  }
  return {{"fromCredentials",
           Object({{"name", Text("login")}, {"key", Text(source.path)}})}};
}

PbValue TargetOf(const CaseEntry& entry) {
  PbValue yes;
  yes.set_bool_value(true);
  switch (entry.target) {
    case CaseTarget::kResource:
      return Object({{"resource", Text(entry.name)}});
    case CaseTarget::kSelector:
      return Object(
          {{"resourceSelector", Object({{"kind", Text(entry.name)}})}});
    case CaseTarget::kComposite:
      return Object({{"composite", yes}});
    case CaseTarget::kEnvironment:
      return Object({{"environment", yes}});
    case CaseTarget::kContext:
      break;
  }
  return Object({{"context", Text(entry.name)}});
}

void AddRecipe(const ReferenceCase& the, const CaseEntry& entry,
               Members* members) {
  std::vector<PbValue> variables;
  std::string text;
  for (size_t i = 0; i < entry.sources.size(); ++i) {
    Members source = SourceOf(the, entry.sources[i]);
    if (entry.form == CaseEntry::Form::kCopy) {
      members->push_back(source.front());
      return;
    }
    if (entry.form == CaseEntry::Form::kTemplate) {
      source.emplace_back("name", Text(absl::StrCat("v", i)));
      absl::StrAppend(&text, "{{ .v", i, " }}-");
    } else {
      text += "%v-";
    }
    variables.push_back(Object(std::move(source)));
  }
  PbValue list = List(std::move(variables));
  if (entry.form == CaseEntry::Form::kTemplate) {
    members->emplace_back("variables", list);
    members->emplace_back("template", Text(text));
  } else {
    members->emplace_back("combine",
                          Object({{"variables", list}, {"fmt", Text(text)}}));
  }
}

PbValue EntryOf(const ReferenceCase& the, const CaseEntry& entry) {
  Members members = {
      {"target", TargetOf(entry)},
      {"policy",
       Object({{"resolve", Text(entry.always ? "Always" : "IfNotPresent")},
               {"resolution", Text(entry.required ? "Required" : "Optional")},
               {"onFailure", Text(entry.fatal ? "Fatal" : "Delay")},
               {"waitFor", Text(entry.ready ? "Ready" : "Exists")}})}};
  if (!entry.path.empty())
    members.emplace_back("toFieldPath", Text(entry.path));
  AddRecipe(the, entry, &members);
  return Object(std::move(members));
}

}  // namespace

PbValue ValueOf(const PbStruct& object) {
  PbValue value;
  *value.mutable_struct_value() = object;
  return value;
}

CaseFound FindAt(const PbValue& root, const std::string& path) {
  const PbValue* at = &root;
  std::string way;
  for (const std::string& name :
       std::vector<std::string>(absl::StrSplit(path, '.'))) {
    if (at->has_null_value()) {
      return {nullptr, absl::StrCat(way, ": expected map, got nil"), true};
    }
    if (!at->has_struct_value()) {
      return {nullptr, absl::StrCat(way, ": not an object"), false};
    }
    absl::StrAppend(&way, way.empty() ? "" : ".", name);
    const auto& fields = at->struct_value().fields();
    auto member = fields.find(name);
    if (member == fields.end()) {
      return {nullptr, absl::StrCat(way, ": no such field"), true};
    }
    at = &member->second;
  }
  return {at, "", false};
}

std::string TextAt(const PbStruct& object, const std::string& path) {
  const PbValue root = ValueOf(object);
  const CaseFound found = FindAt(root, path);
  return found.value == nullptr ? "" : found.value->string_value();
}

std::optional<std::vector<const PbStruct*>> AnswerOf(
    const ReferenceCase& the, const std::string& key,
    const CaseSelector& selector) {
  const size_t dice = std::hash<std::string>()(absl::StrCat(the.seed, key));
  if (int(dice % 100) < the.unanswered) return std::nullopt;
  std::vector<const PbStruct*> objects;
  for (const PbStruct& object : the.objects) {
    if (Fits(object, selector)) objects.push_back(&object);
  }
  return objects;
}

namespace {

void AddState(const ReferenceCase& the, v1::RunFunctionRequest* request) {
  auto& observed = *request->mutable_observed();
  *observed.mutable_composite()->mutable_resource() = the.composite;
  for (const auto& [name, object] : the.observed) {
    *(*observed.mutable_resources())[name].mutable_resource() = object;
  }
  auto& desired = *request->mutable_desired();
  if (the.desired_status.has_value()) {
    *desired.mutable_composite()->mutable_resource() = *the.desired_status;
  }
  for (const auto& [name, object] : the.desired) {
    *(*desired.mutable_resources())[name].mutable_resource() = object;
  }
  auto& context = *request->mutable_context()->mutable_fields();
  context[kCaseEnvironment] = ValueOf(the.environment);
  for (const auto& [key, value] : the.context) context[key] = value;
  if (the.token.empty()) return;
  (*(*request->mutable_credentials())["login"]
        .mutable_credential_data()
        ->mutable_data())["token"] = the.token;
}

// What Crossplane found, and the mark of what an earlier round asked for.
void AddAnswers(const ReferenceCase& the, const CaseSelectors& asked,
                v1::RunFunctionRequest* request) {
  auto& answers = *request->mutable_required_resources();
  if (the.settings.has_value()) {
    auto& items = answers["settings"];
    for (const PbStruct& object : *the.settings) {
      *items.add_items()->mutable_resource() = object;
    }
  }
  std::vector<PbValue> keys;
  for (const auto& [key, selector] : asked) {
    keys.push_back(Text(key));
    auto answer = AnswerOf(the, key, selector);
    if (!answer.has_value()) continue;
    auto& items = answers[key];
    for (const PbStruct* object : *answer) {
      *items.add_items()->mutable_resource() = *object;
    }
  }
  if (the.asked_before && !keys.empty()) {
    (*request->mutable_context()->mutable_fields())[kCaseAsked] =
        Object({{"keys", List(std::move(keys))}});
  }
}

PbValue InputOf(const ReferenceCase& the) {
  std::vector<PbValue> entries;
  entries.reserve(the.entries.size());
  for (const CaseEntry& entry : the.entries) {
    entries.push_back(EntryOf(the, entry));
  }
  Members input = {{"apiVersion", Text("loom.fn.crossplane.io/v1beta1")},
                   {"kind", Text("Input")},
                   {"references", List(std::move(entries))}};
  if (!the.secrets.empty()) {
    input.emplace_back("security", Object({{"secrets", Text(the.secrets)}}));
  }
  return Object(std::move(input));
}

}  // namespace

v1::RunFunctionRequest RequestOf(const ReferenceCase& the,
                                 const CaseSelectors& asked) {
  v1::RunFunctionRequest request;
  request.mutable_meta()->set_tag(absl::StrCat("seed ", the.seed));
  for (v1::Capability capability :
       {v1::CAPABILITY_CAPABILITIES, v1::CAPABILITY_REQUIRED_RESOURCES}) {
    request.mutable_meta()->add_capabilities(capability);
  }
  AddState(the, &request);
  AddAnswers(the, asked, &request);
  *request.mutable_input() = InputOf(the).struct_value();
  return request;
}

}  // namespace loom::testing
