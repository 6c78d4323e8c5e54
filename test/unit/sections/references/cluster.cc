// SPDX-License-Identifier: Apache-2.0
#include "test/unit/sections/references/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/wire/reader.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
using PbStruct = google::protobuf::Struct;
using PbValue = google::protobuf::Value;

// Crossplane's MaxRequirementsIterations, and the first call.
constexpr size_t kMostCalls = 6;
constexpr uint32_t kRequirements = 5;

PbStruct Parsed(absl::string_view json) {
  PbStruct object;
  auto status =
      google::protobuf::util::JsonStringToMessage(std::string(json), &object);
  EXPECT_TRUE(status.ok()) << status << " in " << json;
  return object;
}

PbValue TextOf(const std::string& text) {
  PbValue value;
  value.set_string_value(text);
  return value;
}

PbStruct* Child(PbStruct* object, const std::string& name) {
  return (*object->mutable_fields())[name].mutable_struct_value();
}

// What stands at a path of members; nullptr if nothing does.
const PbValue* At(const PbStruct& object, std::vector<std::string> path) {
  const PbStruct* at = &object;
  for (size_t i = 0; i < path.size(); ++i) {
    auto member = at->fields().find(path[i]);
    if (member == at->fields().end()) return nullptr;
    if (i + 1 == path.size()) return &member->second;
    at = &member->second.struct_value();
  }
  return nullptr;
}

std::string TextAt(const PbStruct& object, std::vector<std::string> path) {
  const PbValue* value = At(object, std::move(path));
  return value == nullptr ? "" : value->string_value();
}

// The paths of all values that are no objects.
void AddPaths(const PbValue& value, const std::string& path,
              std::set<std::string>* paths) {
  if (value.has_struct_value()) {
    for (const auto& [name, member] : value.struct_value().fields()) {
      AddPaths(member, absl::StrCat(path, ".", name), paths);
    }
  } else if (value.has_list_value()) {
    int index = 0;
    for (const PbValue& element : value.list_value().values()) {
      AddPaths(element, absl::StrCat(path, "[", index++, "]"), paths);
    }
  } else {
    paths->insert(path);
  }
}

std::set<std::string> PathsOf(const std::string& name, const PbStruct& object) {
  std::set<std::string> paths;
  for (const char* member : {"spec", "status", "data"}) {
    const PbValue* value = At(object, {member});
    if (value == nullptr) continue;
    AddPaths(*value, absl::StrCat(name, " ", member), &paths);
  }
  return paths;
}

bool Matches(const PbStruct& object, const v1::ResourceSelector& selector) {
  if (TextAt(object, {"apiVersion"}) != selector.api_version() ||
      TextAt(object, {"kind"}) != selector.kind() ||
      (selector.has_namespace_() &&
       TextAt(object, {"metadata", "namespace"}) != selector.namespace_())) {
    return false;
  }
  if (selector.has_match_name()) {
    return TextAt(object, {"metadata", "name"}) == selector.match_name();
  }
  const auto& labels = selector.match_labels().labels();
  return std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
    return TextAt(object, {"metadata", "labels", label.first}) == label.second;
  });
}

std::string RequirementsOf(absl::string_view response) {
  std::string bytes;
  for (WireReader in(response); in.Next();) {
    if (in.Is(kRequirements, WireType::kBytes)) {
      absl::StrAppend(&bytes, in.bytes());
    }
  }
  return bytes;
}

// With members sorted, which protobuf's printer does not do.
std::string JsonOf(const PbValue& value) {
  std::vector<std::string> parts;
  if (value.has_struct_value()) {
    for (const auto& [name, member] : value.struct_value().fields()) {
      parts.push_back(absl::StrCat("\"", name, "\":", JsonOf(member)));
    }
    std::sort(parts.begin(), parts.end());
    return absl::StrCat("{", absl::StrJoin(parts, ","), "}");
  }
  if (value.has_list_value()) {
    for (const PbValue& element : value.list_value().values()) {
      parts.push_back(JsonOf(element));
    }
    return absl::StrCat("[", absl::StrJoin(parts, ","), "]");
  }
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(value, &json).ok());
  return json;
}

std::string JsonOf(const PbStruct& object) {
  PbValue value;
  *value.mutable_struct_value() = object;
  return JsonOf(value);
}

bool HasFatal(const v1::RunFunctionResponse& response) {
  return std::any_of(response.results().begin(), response.results().end(),
                     [](const v1::Result& result) {
                       return result.severity() == v1::SEVERITY_FATAL;
                     });
}

}  // namespace

std::string DefinitionOf(absl::string_view plural, absl::string_view kind,
                         absl::string_view scope) {
  return absl::StrCat(R"({"apiVersion": "apiextensions.k8s.io/v1",
      "kind": "CustomResourceDefinition",
      "metadata": {"name": ")",
                      plural, R"(.net.example.org"},
      "spec": {"group": "net.example.org", "scope": ")",
                      scope, R"(", "names": {"plural": ")", plural,
                      R"(", "kind": ")", kind, R"("},
               "versions": [{"name": "v1", "served": true}]}})");
}

Cluster::Cluster(const Function* function, absl::string_view input,
                 absl::string_view composite)
    : function_(*function),
      input_(Parsed(input)),
      composite_(Parsed(composite)) {}

void Cluster::Put(absl::string_view object) {
  objects_[std::string(object)] = Parsed(object);
}

void Cluster::Remove(absl::string_view object) {
  objects_.erase(std::string(object));
}

Reconciled Cluster::Reconcile() {
  Reconciled done;
  Request request = FirstRequest();
  while (true) {
    absl::StatusOr<Bytes> bytes = function_.Run(request.SerializeAsString());
    if (!bytes.ok()) {
      done.error = bytes.status().ToString();
      return done;
    }
    ++done.calls;
    EXPECT_TRUE(done.last.ParseFromArray(bytes->view().data(),
                                         int(bytes->view().size())));
    const std::string asked = RequirementsOf(bytes->view());
    const std::string before =
        done.requirements.empty() ? "" : done.requirements.back();
    done.requirements.push_back(asked);
    if (HasFatal(done.last)) {
      done.error = done.last.results(done.last.results_size() - 1).message();
      return done;
    }
    if (asked == before) break;
    if (done.calls == kMostCalls) {
      done.error = "requirements did not stabilize";
      return done;
    }
    done.error = Answer(done.last, &request);
    if (!done.error.empty()) return done;
  }
  done.lost = Apply(done.last);
  return done;
}

std::string Cluster::State() const {
  std::string state = JsonOf(composite_);
  for (const auto& [name, object] : composed_) {
    absl::StrAppend(&state, "\n", name, ": ", JsonOf(object));
  }
  return state;
}

std::string Cluster::Composed(const std::string& name) const {
  auto found = composed_.find(name);
  return found == composed_.end() ? "" : JsonOf(found->second);
}

Cluster::Request Cluster::FirstRequest() const {
  Request request;
  request.mutable_meta()->set_tag("t");
  for (v1::Capability capability :
       {v1::CAPABILITY_CAPABILITIES, v1::CAPABILITY_REQUIRED_RESOURCES}) {
    request.mutable_meta()->add_capabilities(capability);
  }
  *request.mutable_input() = input_;
  v1::State* observed = request.mutable_observed();
  *observed->mutable_composite()->mutable_resource() = composite_;
  for (const auto& [name, object] : composed_) {
    *(*observed->mutable_resources())[name].mutable_resource() = object;
  }
  return request;
}

bool Cluster::Knows(const std::string& api_version,
                    const std::string& kind) const {
  if (!absl::StrContains(api_version, ".example.org/")) return true;
  return std::any_of(objects_.begin(), objects_.end(), [&](const auto& entry) {
    const PbStruct& object = entry.second;
    return TextAt(object, {"kind"}) == "CustomResourceDefinition" &&
           TextAt(object, {"spec", "names", "kind"}) == kind &&
           absl::StartsWith(api_version,
                            TextAt(object, {"spec", "group"}) + "/");
  });
}

// The error with which Crossplane would fail; "" if it would not.
std::string Cluster::Answer(const Response& response, Request* request) const {
  request->clear_required_resources();
  for (const auto& [key, selector] : response.requirements().resources()) {
    if (!Knows(selector.api_version(), selector.kind())) {
      return absl::StrCat("no matches for kind ", selector.kind(), " in ", key);
    }
    auto& items = (*request->mutable_required_resources())[key];
    for (const auto& [text, object] : objects_) {
      if (!Matches(object, selector)) continue;
      *items.add_items()->mutable_resource() = object;
    }
  }
  *request->mutable_context() = response.context();
  return "";
}

std::vector<std::string> Cluster::Apply(const Response& response) {
  std::set<std::string> before = PathsOf("composite", composite_), after;
  for (const auto& [name, object] : composed_) {
    before.merge(PathsOf(name, object));
    before.insert(name);
  }
  std::map<std::string, PbStruct> applied;
  for (const auto& [name, desired] : response.desired().resources()) {
    PbStruct& object = applied[name] = desired.resource();
    (*Child(&object, "metadata")->mutable_fields())["name"] =
        TextOf(absl::StrCat("x-", name));
    if (composed_.contains(name)) {
      (*Child(&object, "status")->mutable_fields())["id"] =
          TextOf(absl::StrCat("id-of-", name));
    }
    after.merge(PathsOf(name, object));
    after.insert(name);
  }
  composed_ = std::move(applied);
  ApplyComposite(response);
  after.merge(PathsOf("composite", composite_));
  std::vector<std::string> lost;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                      std::back_inserter(lost));
  return lost;
}

void Cluster::ApplyComposite(const Response& response) {
  PbValue conditions;
  if (const PbValue* old = At(composite_, {"status", "conditions"})) {
    conditions = *old;
  }
  PbStruct* status = Child(&composite_, "status");
  status->Clear();
  const PbStruct& desired = response.desired().composite().resource();
  if (const PbValue* fields = At(desired, {"status"})) {
    *status = fields->struct_value();
  }
  if (response.conditions_size() > 0) conditions.Clear();
  for (const v1::Condition& condition : response.conditions()) {
    PbStruct* entry =
        conditions.mutable_list_value()->add_values()->mutable_struct_value();
    auto& members = *entry->mutable_fields();
    members["type"] = TextOf(condition.type());
    members["status"] =
        TextOf(condition.status() == v1::STATUS_CONDITION_TRUE    ? "True"
               : condition.status() == v1::STATUS_CONDITION_FALSE ? "False"
                                                                  : "Unknown");
    members["reason"] = TextOf(condition.reason());
    members["message"] = TextOf(condition.message());
    members["lastTransitionTime"] = TextOf("2026-02-03T04:05:06Z");
  }
  if (conditions.has_list_value()) {
    (*status->mutable_fields())["conditions"] = conditions;
  }
}

}  // namespace loom::testing
