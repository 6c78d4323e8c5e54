// SPDX-License-Identifier: Apache-2.0
#include "tools/run/requirement_answers.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "tools/run/documents.h"
#include "tools/schemas/schema_references.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

namespace {

// For GivenResources.

std::string Key(const Value& object) {
  return absl::StrCat(Namespace(object), "/", Name(object));
}

// To Go, labels are a map of texts, or they cannot be read at all.
bool LabelsAreTexts(const Value& object) {
  const Value* labels = Dig(object, {"metadata", "labels"});
  if (labels == nullptr || !labels->IsObject()) return true;
  return std::all_of(
      labels->MemberBegin(), labels->MemberEnd(),
      [](const Member& label) { return label.value.IsString(); });
}

bool IsMatch(const Value& object, const fn::ResourceSelector& selector) {
  if (selector.has_match_name()) {
    return Name(object) == absl::string_view(selector.match_name());
  }
  const auto& labels = selector.match_labels().labels();
  if (!labels.empty() && !LabelsAreTexts(object)) return false;
  return std::all_of(labels.begin(), labels.end(), [&](const auto& label) {
    return Label(object, label.first) == absl::string_view(label.second);
  });
}

// What keeps a selector from an object.
struct SelectorDifference {
  bool api_version;
  bool kind;
  bool ns;
  bool match;

  bool none() const { return !api_version && !kind && !ns && !match; }
};

SelectorDifference Compare(const Value& object,
                           const fn::ResourceSelector& selector) {
  bool anywhere = !selector.has_match_name() && selector.namespace_().empty();
  return {ApiVersion(object) != absl::string_view(selector.api_version()),
          Kind(object) != absl::string_view(selector.kind()),
          !anywhere &&
              Namespace(object) != absl::string_view(selector.namespace_()),
          !IsMatch(object, selector)};
}

// How the object that was meant is written.
std::string AsItIs(const Value& object, const SelectorDifference& difference) {
  if (difference.api_version) {
    return absl::StrCat("with apiVersion ", ApiVersion(object));
  }
  if (difference.kind) return absl::StrCat("with kind ", Kind(object));
  if (Namespace(object).empty()) return "without a namespace";
  return absl::StrCat("in namespace ", Namespace(object));
}

std::string DescribeObject(const Value& object) {
  std::string ns(Namespace(object));
  return absl::StrCat(Kind(object), " \"", Name(object), "\"",
                      ns.empty() ? "" : absl::StrCat(" in namespace ", ns));
}

// The first of equal identities; notes the others.
std::vector<YamlDocument> OnceEach(std::vector<YamlDocument> documents,
                                   Diagnostics* notes) {
  std::map<std::tuple<std::string, std::string, std::string>, std::string>
      places;
  std::vector<YamlDocument> once;
  for (YamlDocument& document : documents) {
    const Value& object = document.root;
    auto [first, added] =
        places.try_emplace({std::string(ApiVersion(object)),
                            std::string(Kind(object)), Key(object)},
                           document.Place({}));
    // Without a name it is no object of a cluster, so it is not the same one.
    if (added || Name(object).empty()) {
      once.push_back(std::move(document));
      continue;
    }
    notes->push_back(
        {.position = document.At({}),
         .message = absl::StrCat("duplicate ", DescribeObject(object),
                                 "; the one at ", first->second, " is used")});
  }
  return once;
}

// For AnswerRequirements.

using ResourcesByName = google::protobuf::Map<std::string, fn::Resources>;
using SchemasByName = google::protobuf::Map<std::string, fn::Schema>;

class Answers {
 public:
  explicit Answers(const Given& given) : given_(given) {}

  // `selectors` holds pairs of a name and a selector.
  template <typename Selectors>
  void Resources(const Selectors& selectors, ResourcesByName* answers) {
    for (const auto& [name, selector] : selectors) {
      fn::Resources found = given_.resources.Fetch(selector);
      asked_.push_back({name, selector, found.items_size()});
      if (found.items().empty()) {
        Miss(Describe(selector), given_.resources.NearMiss(selector));
      }
      (*answers)[name] = std::move(found);
    }
  }

  template <typename Selectors>
  absl::Status Schemas(const Selectors& selectors, SchemasByName* answers) {
    for (const auto& [name, selector] : selectors) {
      LOOM_ASSIGN_OR_RETURN((*answers)[name], given_.schemas.Fetch(selector));
      asked_schemas_.push_back(selector);
      std::string near_miss = given_.schemas.NearMiss(selector);
      if (!near_miss.empty()) {
        Miss(Describe(selector), std::move(near_miss));
      }
    }
    return absl::OkStatus();
  }

  RequirementAnswers Take() {
    RequirementAnswers answered;
    answered.asked = std::move(asked_);
    answered.asked_schemas = std::move(asked_schemas_);
    absl::c_stable_sort(answered.asked,
                        [](const StepRequirement& a, const StepRequirement& b) {
                          return a.key < b.key;
                        });
    for (auto& [what, near_miss] : missed_) {
      answered.unanswered.push_back({what, std::move(near_miss)});
    }
    return answered;
  }

 private:
  // Descriptions leave out the apiVersion, so one may come twice.
  void Miss(const std::string& what, std::string near_miss) {
    std::string& known = missed_[what];
    if (known.empty()) known = std::move(near_miss);
  }

  const Given& given_;
  std::vector<StepRequirement> asked_;
  std::vector<fn::SchemaSelector> asked_schemas_;
  std::map<std::string, std::string> missed_;
};

}  // namespace

GivenResources::GivenResources(std::vector<YamlDocument> documents) {
  Add(std::move(documents));
}

void GivenResources::Add(std::vector<YamlDocument> documents) {
  std::move(documents.begin(), documents.end(), std::back_inserter(documents_));
  documents_ = OnceEach(std::move(documents_), &notes_);
  std::stable_sort(documents_.begin(), documents_.end(),
                   [](const YamlDocument& a, const YamlDocument& b) {
                     return Key(a.root) < Key(b.root);
                   });
}

fn::Resources GivenResources::Fetch(
    const fn::ResourceSelector& selector) const {
  fn::Resources found;
  for (const YamlDocument& document : documents_) {
    if (!Compare(document.root, selector).none()) continue;
    *found.add_items()->mutable_resource() = ToStruct(document.root);
    // There is only one object of a name.
    if (selector.has_match_name()) break;
  }
  return found;
}

Diagnostics GivenResources::NotAskedFor(
    const std::vector<fn::ResourceSelector>& selectors,
    absl::FunctionRef<bool(const YamlDocument&)> leaves_out) const {
  Diagnostics notes;
  for (const YamlDocument& document : documents_) {
    if (leaves_out(document)) continue;
    bool found = std::any_of(selectors.begin(), selectors.end(),
                             [&](const fn::ResourceSelector& selector) {
                               return Compare(document.root, selector).none();
                             });
    if (found) continue;
    notes.push_back(
        {.position = document.At({}),
         .message = absl::StrCat(DescribeObject(document.root),
                                 " was passed, but no function requests it")});
  }
  return notes;
}

std::string GivenResources::NearMiss(
    const fn::ResourceSelector& selector) const {
  const YamlDocument* nearest = nullptr;
  SelectorDifference least = {};
  // The first of the best of three ranks.
  int best = 3;
  for (const YamlDocument& document : documents_) {
    SelectorDifference difference = Compare(document.root, selector);
    if (difference.match ||
        difference.ns + difference.api_version + difference.kind != 1 ||
        (difference.kind && !selector.has_match_name())) {
      continue;
    }
    int rank = difference.ns ? 0 : difference.api_version ? 1 : 2;
    if (rank >= best) continue;
    best = rank;
    nearest = &document;
    least = difference;
  }
  if (nearest == nullptr) return "";
  return absl::StrCat(nearest->Place({}), " has it ",
                      AsItIs(nearest->root, least));
}

std::string Describe(const fn::ResourceSelector& selector) {
  std::string where =
      selector.namespace_().empty()
          ? ""
          : absl::StrCat(" in namespace ", selector.namespace_());
  if (selector.has_match_name()) {
    return absl::StrCat(selector.kind(), " \"", selector.match_name(), "\"",
                        where);
  }
  const auto& labels = selector.match_labels().labels();
  if (labels.empty()) return absl::StrCat("any ", selector.kind(), where);
  std::map<std::string, std::string> sorted(labels.begin(), labels.end());
  return absl::StrCat(selector.kind(), where, " with labels ",
                      absl::StrJoin(sorted, ", ", absl::PairFormatter("=")));
}

absl::StatusOr<fn::Schema> GivenSchemas::Fetch(
    const fn::SchemaSelector& selector) const {
  fn::Schema answer;
  for (const JsonFile& file : files_) {
    Pool pool;
    absl::StatusOr<Value> flat = FindInDocument(
        file.root, selector.api_version(), selector.kind(), &pool);
    if (!flat.ok()) return Annotate(flat.status(), file.path);
    if (flat->IsNull()) continue;
    *answer.mutable_openapi_v3() = ToStruct(*flat);
    return answer;
  }
  return answer;
}

std::string GivenSchemas::NearMiss(const fn::SchemaSelector& selector) const {
  std::vector<std::string> kinds;
  const JsonFile* first = nullptr;
  for (const JsonFile& file : files_) {
    const Value* schemas = SchemasOf(file.root);
    if (schemas == nullptr) continue;
    for (const Member& schema : Members(*schemas)) {
      std::string kind = DescribedKind(schema.value, selector.api_version());
      if (kind.empty()) continue;
      if (kind == selector.kind()) return "";
      if (first == nullptr) first = &file;
      kinds.push_back(std::move(kind));
    }
  }
  if (first == nullptr) return "";
  std::string nearest = NearestName(selector.kind(), kinds);
  return absl::StrCat(
      first->path, " has no such kind",
      nearest.empty() ? "" : absl::StrCat(" (", MeantHelp(nearest), ")"));
}

std::string Describe(const fn::SchemaSelector& selector) {
  return absl::StrCat("the schema of ", selector.kind(), " of ",
                      selector.api_version());
}

absl::StatusOr<RequirementAnswers> AnswerRequirements(
    const PipelineStep& step, const fn::Requirements& requirements,
    const Given& given, fn::RunFunctionRequest* request) {
  request->clear_extra_resources();
  request->clear_required_resources();
  request->clear_required_schemas();
  Answers answers(given);
  answers.Resources(step.required_resources,
                    request->mutable_required_resources());
  LOOM_RETURN_IF_ERROR(answers.Schemas(step.required_schemas,
                                       request->mutable_required_schemas()));
  answers.Resources(requirements.extra_resources(),
                    request->mutable_extra_resources());
  answers.Resources(requirements.resources(),
                    request->mutable_required_resources());
  LOOM_RETURN_IF_ERROR(answers.Schemas(requirements.schemas(),
                                       request->mutable_required_schemas()));
  return answers.Take();
}

}  // namespace loom
