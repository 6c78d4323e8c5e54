// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/request_inputs.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "function/protobuf.h"
#include "tools/run/documents.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

// For RequestTree.

// The message as protojson has it, as far as it is explained.
class TreeMaker {
 public:
  TreeMaker(const fn::RunFunctionRequest& request, Pool* pool)
      : request_(request), pool_(pool) {}

  absl::StatusOr<Value> Make() {
    Value root = Object();
    LOOM_RETURN_IF_ERROR(AddState("observed", request_.observed(), &root));
    LOOM_RETURN_IF_ERROR(AddState("desired", request_.desired(), &root));
    LOOM_RETURN_IF_ERROR(AddStruct("input", request_.input(), &root));
    LOOM_RETURN_IF_ERROR(AddStruct("context", request_.context(), &root));
    LOOM_RETURN_IF_ERROR(
        AddRequired("requiredResources", request_.required_resources(), &root));
    LOOM_RETURN_IF_ERROR(
        AddRequired("extraResources", request_.extra_resources(), &root));
    return root;
  }

 private:
  absl::Status AddStruct(absl::string_view name,
                         const google::protobuf::Struct& message, Value* to) {
    if (message.fields().empty()) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, pool_));
    Set(*to, name, std::move(tree), pool_);
    return absl::OkStatus();
  }

  absl::StatusOr<Value> ResourceTree(const fn::Resource& resource) {
    Value tree = Object();
    LOOM_RETURN_IF_ERROR(AddStruct("resource", resource.resource(), &tree));
    if (resource.ready() != fn::READY_UNSPECIFIED) {
      Set(tree, "ready", Text(fn::Ready_Name(resource.ready()), pool_), pool_);
    }
    Value details = Object();
    for (const auto& [key, bytes] : std::map<std::string, std::string>(
             resource.connection_details().begin(),
             resource.connection_details().end())) {
      Set(details, pool_->Keep(key), Text(absl::Base64Escape(bytes), pool_),
          pool_);
    }
    if (!details.ObjectEmpty()) {
      Set(tree, "connectionDetails", std::move(details), pool_);
    }
    return tree;
  }

  absl::Status AddState(absl::string_view name, const fn::State& state,
                        Value* root) {
    Value tree = Object();
    LOOM_ASSIGN_OR_RETURN(Value composite, ResourceTree(state.composite()));
    Set(tree, "composite", std::move(composite), pool_);
    Value resources = Object();
    for (const auto& [key, resource] : std::map<std::string, fn::Resource>(
             state.resources().begin(), state.resources().end())) {
      LOOM_ASSIGN_OR_RETURN(Value each, ResourceTree(resource));
      Set(resources, pool_->Keep(key), std::move(each), pool_);
    }
    Set(tree, "resources", std::move(resources), pool_);
    Set(*root, name, std::move(tree), pool_);
    return absl::OkStatus();
  }

  absl::Status AddRequired(
      absl::string_view name,
      const google::protobuf::Map<std::string, fn::Resources>& required,
      Value* root) {
    Value all = Object();
    for (const auto& [key, resources] : std::map<std::string, fn::Resources>(
             required.begin(), required.end())) {
      Value items = Array();
      for (const fn::Resource& item : resources.items()) {
        LOOM_ASSIGN_OR_RETURN(Value each, ResourceTree(item));
        items.PushBack(std::move(each), pool_->allocator());
      }
      Value list = Object();
      Set(list, "items", std::move(items), pool_);
      Set(all, pool_->Keep(key), std::move(list), pool_);
    }
    if (!all.ObjectEmpty()) Set(*root, name, std::move(all), pool_);
    return absl::OkStatus();
  }

  const fn::RunFunctionRequest& request_;
  Pool* pool_;
};

// For LoadRequest.

// The members of a request in both forms of protojson.
struct NamesInRequest {
  absl::string_view camel;
  absl::string_view snake;
};
constexpr NamesInRequest kDetails = {"connectionDetails", "connection_details"};
constexpr NamesInRequest kRequired = {"requiredResources",
                                      "required_resources"};
constexpr NamesInRequest kExtra = {"extraResources", "extra_resources"};

// The name of a member that an object has, of both; the first if it has none.
absl::string_view Present(const Value& object, const NamesInRequest& names) {
  return Find(object, names.snake) != nullptr ? names.snake : names.camel;
}

const Value* ObjectAt(const Value& root,
                      std::initializer_list<absl::string_view> path) {
  const Value* found = Dig(root, path);
  return found != nullptr && found->IsObject() ? found : nullptr;
}

absl::StatusOr<YamlDocument> ReadRequest(const TextFile& file, Pool* pool) {
  std::string name = file.path;
  std::string text = file.text;
  fn::RunFunctionRequest request;
  const absl::string_view begin = absl::StripLeadingAsciiWhitespace(text);
  if ((begin.empty() || begin[0] != '{') && Parse(text, &request)) {
    LOOM_ASSIGN_OR_RETURN(Value tree, RequestTree(request, pool));
    LOOM_ASSIGN_OR_RETURN(text, WriteYaml(tree));
    name += " as YAML";
  }
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        ReadYaml(name, std::move(text), pool));
  if (documents.size() != 1 || !documents[0].root.IsObject()) {
    return absl::InvalidArgumentError(absl::StrCat(
        file.path,
        " is not a RunFunctionRequest, neither as protojson nor as bytes"));
  }
  return std::move(documents[0]);
}

class Loader {
 public:
  Loader(YamlDocument document, Pool* pool)
      : document_(std::move(document)), pool_(pool) {}

  absl::StatusOr<PipelineInputs> Load() {
    const Value* composite =
        ObjectAt(document_.root, {"observed", "composite", "resource"});
    if (composite == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(document_.Place({"observed"}),
                       ": the request has no observed composite"));
    }
    PipelineInputs inputs{
        Part({"observed", "composite", "resource"}, *composite),
        std::nullopt,
        false,  // Crossplane has written what functions get
        std::nullopt,
        {Part({}, document_.root), {}},
        {},
        {},
        {},
        {},
        {GivenResources(Required()), GivenSchemas(std::vector<JsonFile>()),
         RequiredNames()},
        {},
        {},
        {},
        {}};
    LOOM_RETURN_IF_ERROR(AddStep(&inputs));
    LOOM_RETURN_IF_ERROR(AddObserved(&inputs));
    LOOM_RETURN_IF_ERROR(AddDesired(&inputs.desired));
    if (const Value* context = ObjectAt(document_.root, {"context"})) {
      inputs.context = ToStruct(*context);
    }
    return inputs;
  }

 private:
  YamlDocument Part(absl::Span<const absl::string_view> path,
                    const Value& value) const {
    return document_.Part(path, Copy(value, pool_));
  }

  absl::Status AddStep(PipelineInputs* inputs) const {
    const Value& root = inputs->composition.document.root;
    PipelineStep step;
    step.index = 0;
    step.place = document_.Place({});
    step.name = "request";
    step.function = "function-loom";
    step.input = ObjectAt(root, {"input"});
    if (step.input == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(step.place, ": the request has no input"));
    }
    inputs->composition.steps.push_back(std::move(step));
    inputs->routes.push_back({});
    return absl::OkStatus();
  }

  // What the request has of required resources, under any key.
  std::vector<YamlDocument> Required() const {
    std::vector<YamlDocument> documents;
    for (const NamesInRequest& names : {kRequired, kExtra}) {
      const absl::string_view name = Present(document_.root, names);
      const Value* all = ObjectAt(document_.root, {name});
      if (all == nullptr) continue;
      for (const Member& each : Members(*all)) {
        const absl::Span<const Value> items = ItemsAt(each.value, {"items"});
        for (size_t i = 0; i < items.size(); ++i) {
          const Value* object = ObjectAt(items[i], {"resource"});
          if (object == nullptr) continue;
          documents.push_back(Part(
              {name, View(each.name), "items", absl::StrCat(i), "resource"},
              *object));
        }
      }
    }
    return documents;
  }

  std::set<std::string> RequiredNames() const {
    std::set<std::string> found;
    for (const NamesInRequest& names : {kRequired, kExtra}) {
      const Value* all =
          ObjectAt(document_.root, {Present(document_.root, names)});
      if (all == nullptr) continue;
      for (const Member& each : Members(*all)) {
        found.emplace(View(each.name));
      }
    }
    return found;
  }

  absl::StatusOr<DetailValues> DetailsOf(const Value& resource) const {
    DetailValues details;
    const Value* encoded = ObjectAt(resource, {Present(resource, kDetails)});
    if (encoded == nullptr) return details;
    for (const Member& each : Members(*encoded)) {
      const std::string key(View(each.name));
      if (!absl::Base64Unescape(ScalarText(&each.value), &details[key])) {
        return absl::InvalidArgumentError(
            absl::StrCat(document_.Place({}), ": the connection detail ", key,
                         " is not valid base64"));
      }
    }
    return details;
  }

  absl::Status AddObserved(PipelineInputs* inputs) const {
    const Value* composite =
        ObjectAt(document_.root, {"observed", "composite"});
    LOOM_ASSIGN_OR_RETURN(inputs->composite_details, DetailsOf(*composite));
    const Value* resources =
        ObjectAt(document_.root, {"observed", "resources"});
    if (resources == nullptr) return absl::OkStatus();
    for (const Member& each : Members(*resources)) {
      const absl::string_view name = View(each.name);
      const Value* object = ObjectAt(each.value, {"resource"});
      if (object == nullptr) continue;
      inputs->observed.emplace(
          name, Part({"observed", "resources", name, "resource"}, *object));
      LOOM_ASSIGN_OR_RETURN(inputs->details[std::string(name)],
                            DetailsOf(each.value));
    }
    return absl::OkStatus();
  }

  absl::Status AddResource(const Value& from, fn::Resource* to) const {
    if (const Value* object = ObjectAt(from, {"resource"})) {
      *to->mutable_resource() = ToStruct(*object);
    }
    fn::Ready ready = fn::READY_UNSPECIFIED;
    if (fn::Ready_Parse(ScalarText(Find(from, "ready")), &ready)) {
      to->set_ready(ready);
    }
    LOOM_ASSIGN_OR_RETURN(DetailValues details, DetailsOf(from));
    to->mutable_connection_details()->insert(details.begin(), details.end());
    return absl::OkStatus();
  }

  absl::Status AddDesired(fn::State* desired) const {
    if (const Value* composite =
            ObjectAt(document_.root, {"desired", "composite"})) {
      LOOM_RETURN_IF_ERROR(
          AddResource(*composite, desired->mutable_composite()));
    }
    const Value* resources = ObjectAt(document_.root, {"desired", "resources"});
    if (resources == nullptr) return absl::OkStatus();
    for (const Member& each : Members(*resources)) {
      if (!each.value.IsObject()) continue;
      LOOM_RETURN_IF_ERROR(AddResource(
          each.value,
          &(*desired->mutable_resources())[std::string(View(each.name))]));
    }
    return absl::OkStatus();
  }

  const YamlDocument document_;
  Pool* pool_;
};

}  // namespace

absl::StatusOr<Value> RequestTree(const fn::RunFunctionRequest& request,
                                  Pool* pool) {
  return TreeMaker(request, pool).Make();
}

absl::StatusOr<PipelineInputs> LoadRequest(const std::string& path,
                                           std::istream& in, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> files,
                        ReadTexts(path, Depth::kOne, in));
  if (files.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is not a file"));
  }
  LOOM_ASSIGN_OR_RETURN(YamlDocument document, ReadRequest(files[0], pool));
  return Loader(std::move(document), pool).Load();
}

}  // namespace loom
