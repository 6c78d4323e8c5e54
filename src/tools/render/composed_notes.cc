// SPDX-License-Identifier: Apache-2.0
#include "tools/render/composed_notes.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/object_names.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

// The members of a value that is an object.
std::vector<std::string> NamesOf(const Value& value) {
  std::vector<std::string> names;
  if (!value.IsObject()) return names;
  for (const Member& each : Members(value)) names.emplace_back(View(each.name));
  return names;
}

// The member of `object` whose name is nearly this one and that `beside` has not; ""
// if there is none.
std::string MeantMember(absl::string_view name, const Value& object,
                        const Value* beside) {
  for (const std::string& each : NamesOf(object)) {
    if (!IsSlip(name, each)) continue;
    if (beside == nullptr || Find(*beside, each) == nullptr) return each;
  }
  return "";
}

// One type of YAML, as a person sees it.
bool AreOfOneType(const Value& a, const Value& b) {
  if (a.IsNull() || b.IsNull()) return true;
  return a.IsBool() ? b.IsBool() : a.GetType() == b.GetType();
}

std::string TextOf(std::vector<Segment> path, absl::string_view member) {
  path.push_back(Segment::Field(member));
  return ToString(path);
}

class ComposedNotes {
 public:
  ComposedNotes(const PipelineInputs& inputs, const Corpus& corpus,
                const PipelineOutcome& outcome, Diagnostics* notes)
      : inputs_(inputs), corpus_(corpus), outcome_(outcome), notes_(notes) {
    for (const auto& input : corpus_.inputs()) {
      for (const LintResource& each : ResourcesOf(*input)) {
        const std::string name = ScalarText(Find(*each.value, "name"));
        templates_[name].push_back({input.get(), each});
      }
    }
  }

  void All() {
    auto environment =
        outcome_.context.fields().find(std::string(kEnvironmentKey));
    if (environment != outcome_.context.fields().end()) {
      auto tree = ToTree(environment->second.struct_value(), &pool_);
      if (tree.ok()) environment_ = *std::move(tree);
    }
    for (const auto& [name, resource] : std::map<std::string, fn::Resource>(
             outcome_.desired.resources().begin(),
             outcome_.desired.resources().end())) {
      Pool pool;
      auto object = ToTree(resource.resource(), &pool);
      if (!object.ok()) continue;
      AddNamespace(name, *object);
      AddMetadata(name, *object);
      AddData(name, *object);
      AddRefused(name, *object);
      auto observed = inputs_.observed.find(name);
      if (observed == inputs_.observed.end()) continue;
      name_ = name;
      CompareObjects(*object, observed->second.root);
    }
    for (const auto& input : corpus_.inputs()) AddSlipsOf(*input);
  }

 private:
  struct Template {
    const LintInput* input;
    const LintResource& resource;
  };

  // Says it unless something is said of the place.
  void Add(Diagnostic place, std::string text) {
    place.message = std::move(text);
    if (!HasPlaceOf(*notes_, place)) notes_->push_back(std::move(place));
  }

  static Diagnostic PlaceIn(const LintInput& input, const std::string& place) {
    std::string path = input.At(place);
    return {.position = Locate(input.document->yaml, path), .path = path};
  }

  // Where the field of a resource is written: by the last patch, or in the base.
  Diagnostic PlaceOf(const std::string& name,
                     const std::vector<Segment>& path) const {
    auto found = templates_.find(name);
    if (found != templates_.end()) {
      for (const Template& each : found->second) {
        for (const LintPatch& patch : each.resource.patches) {
          if (patch.type->to == Endpoint::kDesiredComposed &&
              patch.to.segments() == path) {
            return PlaceIn(*each.input, patch.ToPlace());
          }
        }
        const Value* base = each.resource.base;
        for (const Segment& segment : path) {
          if (base == nullptr || !base->IsObject()) {
            base = nullptr;
            break;
          }
          base = Find(*base, segment.field);
        }
        if (base == nullptr) continue;
        return PlaceIn(*each.input, absl::StrCat(each.resource.BasePlace(), ".",
                                                 ToString(path)));
      }
    }
    return {.path =
                absl::StrCat("composed resource ", name, ": ", ToString(path))};
  }

  // Of what bases have is a note already.
  void AddNamespace(const std::string& name, const Value& object) {
    const Value& composite = inputs_.composite.root;
    const absl::string_view own = Namespace(composite);
    const absl::string_view other = Namespace(object);
    if (own.empty() || other.empty() || other == own) return;
    Diagnostic note = OverwrittenNamespace(composite, other);
    note.path =
        absl::StrCat("composed resource ", name, ": metadata.namespace");
    if (!HasSubjectOf(*notes_, note)) notes_->push_back(std::move(note));
  }

  // Labels and annotations are strings.
  void AddMetadata(const std::string& name, const Value& object) {
    for (absl::string_view map : {"labels", "annotations"}) {
      const Value* values = Dig(object, {"metadata", map});
      if (values == nullptr || !values->IsObject()) continue;
      for (const Member& each : Members(*values)) {
        if (each.value.IsString()) continue;
        Add(PlaceOf(name, {Segment::Field("metadata"), Segment::Field(map),
                           Segment::Field(View(each.name))}),
            absl::StrCat(
                "the ", map.substr(0, map.size() - 1), " ", View(each.name),
                " is ", KindName(each.value),
                " instead of a string: Kubernetes refuses it, or drops all ",
                map, " of the object"));
      }
    }
  }

  // So are the values of Secrets and ConfigMaps.
  void AddData(const std::string& name, const Value& object) {
    for (const DataMistake& mistake : FindDataMistakes(object)) {
      Add(PlaceOf(name, mistake.path),
          absl::StrCat(mistake.message, mistake.help.empty() ? "" : "; ",
                       mistake.help));
    }
  }

  void AddRefused(const std::string& name, const Value& object) {
    for (const NameMistake& mistake : FindNameMistakes(object)) {
      Add(PlaceOf(name, mistake.path), mistake.message);
    }
  }

  void CompareObjects(const Value& desired, const Value& observed) {
    observed_kind_ = std::string(Kind(observed));
    const absl::string_view group = GroupOf(ApiVersion(observed));
    if (Kind(desired) != Kind(observed) ||
        GroupOf(ApiVersion(desired)) != group) {
      return Add(
          PlaceOf(name_, {Segment::Field("kind")}),
          absl::StrCat(WithArticle(Kind(desired)), " of ", ApiVersion(desired),
                       " is desired, and the observed object is ",
                       WithArticle(observed_kind_), " of ",
                       ApiVersion(observed)));
    }
    may_be_either_ = IsOfKubernetes(group);
    std::vector<Segment> path;
    Compare(desired, observed, &path);
  }

  // What the API server has of an object, it has because its kind knows the field.
  void Compare(const Value& desired, const Value& observed,
               std::vector<Segment>* path) {
    if (desired.IsArray() && observed.IsArray()) {
      for (rapidjson::SizeType i = 0;
           i < std::min(desired.Size(), observed.Size()); ++i) {
        path->push_back(Segment::Index(i));
        Compare(ItemAt(desired, i), ItemAt(observed, i), path);
        path->pop_back();
      }
    }
    if (!desired.IsObject() || !observed.IsObject()) return;
    for (const Member& each : Members(desired)) {
      const absl::string_view name = View(each.name);
      const Value* there = Find(observed, name);
      if (there == nullptr) {
        AddUnknown(name, desired, observed, *path);
        continue;
      }
      path->push_back(Segment::Field(name));
      if (AreOfOneType(each.value, *there)) {
        Compare(each.value, *there, path);
      } else if (!may_be_either_ ||
                 !(each.value.IsNumber() || there->IsNumber())) {
        Add(PlaceOf(name_, *path),
            absl::StrCat(KindName(each.value), " is desired, and the observed ",
                         observed_kind_, " has ", KindName(*there), " at ",
                         ToString(*path)));
      }
      path->pop_back();
    }
  }

  // A field that the observed object lacks where it has one that was meant: of nearly
  // the same name, or the same one a level above or below.
  void AddUnknown(absl::string_view name, const Value& desired,
                  const Value& observed, const std::vector<Segment>& path) {
    std::string meant = MeantMember(name, observed, &desired);
    if (!meant.empty()) meant = TextOf(path, meant);
    for (const Member& each : Members(observed)) {
      const Value* beside = Find(desired, View(each.name));
      if (!meant.empty()) break;
      if (!each.value.IsObject() || Find(each.value, name) == nullptr) continue;
      if (beside != nullptr && beside->IsObject() &&
          Find(*beside, name) != nullptr) {
        continue;
      }
      std::vector<Segment> below = path;
      below.push_back(Segment::Field(View(each.name)));
      meant = TextOf(below, name);
    }
    if (meant.empty()) meant = Above(name, path);
    if (meant.empty()) return;
    std::vector<Segment> whole = path;
    whole.push_back(Segment::Field(name));
    Add(PlaceOf(name_, whole),
        absl::StrCat("the observed ", observed_kind_, " has no ",
                     ToString(whole), ", but it has ", meant,
                     "; did you mean that?"));
  }

  // The field in the object above, if only the observed one has it there.
  std::string Above(absl::string_view name, std::vector<Segment> path) const {
    if (path.empty() || path.back().is_index) return "";
    path.pop_back();
    auto at = [&](const Value& root) -> const Value* {
      const Value* here = &root;
      for (const Segment& each : path) {
        if (here == nullptr) return nullptr;
        here = each.is_index ? (here->IsArray() && each.index < here->Size()
                                    ? &ItemAt(*here, each.index)
                                    : nullptr)
               : here->IsObject() ? Find(*here, each.field)
                                  : nullptr;
      }
      return here != nullptr && here->IsObject() ? here : nullptr;
    };
    const Value* observed = at(inputs_.observed.at(name_).root);
    if (observed == nullptr || Find(*observed, name) == nullptr) return "";
    return TextOf(path, name);
  }

  // Optional sources that are missing where one that was meant is given.
  void AddSlipsOf(const LintInput& input) {
    for (const LintPatch& patch : AllPatchesOf(input)) {
      if (!absl::StartsWith(patch.place, "resources[")) {
        AddSlips(input, SourcesOf(patch), RootOf(patch.type->from, nullptr));
      }
    }
    for (const LintResource& resource : ResourcesOf(input)) {
      auto observed =
          inputs_.observed.find(ScalarText(Find(*resource.value, "name")));
      const Value* object =
          observed == inputs_.observed.end() ? nullptr : &observed->second.root;
      AddSlips(input, SourcesOfChecks(resource), object);
      for (const LintPatch& patch : resource.patches) {
        AddSlips(input, SourcesOf(patch), RootOf(patch.type->from, object));
      }
      AddAlsoMissing(input, resource, object);
    }
  }

  // A resource that is not made waits for all that is missing; the result of the step
  // names the first of it.
  void AddAlsoMissing(const LintInput& input, const LintResource& resource,
                      const Value* observed) {
    const std::string name = ScalarText(Find(*resource.value, "name"));
    if (outcome_.desired.resources().contains(name)) return;
    bool is_first = true;
    for (const LintPatch& patch : resource.patches) {
      const Value* root = RootOf(patch.type->from, observed);
      if (!patch.required || root == nullptr) continue;
      for (const LintSource& source : SourcesOf(patch)) {
        Pool pool;
        if (source.path.HasWildcard() || Get(*root, source.path, &pool).ok()) {
          continue;
        }
        if (!is_first) {
          Add(PlaceIn(input, source.place),
              absl::StrCat("composed resource ", name, " also waits for ",
                           source.path.text()));
        }
        is_first = false;
      }
    }
  }

  const Value* RootOf(Endpoint endpoint, const Value* observed) const {
    switch (endpoint) {
      case Endpoint::kObservedComposite:
        return &inputs_.composite.root;
      case Endpoint::kObservedComposed:
        return observed;
      case Endpoint::kEnvironment:
        return environment_.IsObject() ? &environment_ : nullptr;
      default:
        return nullptr;
    }
  }

  void AddSlips(const LintInput& input, const std::vector<LintSource>& sources,
                const Value* root) {
    if (root == nullptr) return;
    for (const LintSource& source : sources) {
      const std::string meant = MeantPath(source.path.segments(), *root);
      if (meant.empty()) continue;
      Add(PlaceIn(input, source.place),
          absl::StrCat(root == &environment_
                           ? "the environment"
                           : absl::StrCat(Kind(*root), " ", Name(*root)),
                       " has no ", source.path.text(), ", but it has ", meant,
                       "; did you mean that?"));
    }
  }

  // "" unless the path ends in the object because of a slip.
  static std::string MeantPath(const std::vector<Segment>& path,
                               const Value& root) {
    const Value* here = &root;
    for (size_t at = 0; at < path.size(); ++at) {
      const Segment& segment = path[at];
      if (segment.IsWildcard()) return "";
      if (segment.is_index) {
        if (!here->IsArray() || segment.index >= here->Size()) return "";
        here = &ItemAt(*here, segment.index);
        continue;
      }
      if (!here->IsObject()) return "";
      const Value* next = Find(*here, segment.field);
      if (next == nullptr) {
        const std::string meant = MeantMember(segment.field, *here, nullptr);
        if (meant.empty()) return "";
        return TextOf({path.begin(), path.begin() + at}, meant);
      }
      here = next;
    }
    return "";
  }

  const PipelineInputs& inputs_;
  const Corpus& corpus_;
  const PipelineOutcome& outcome_;
  Diagnostics* notes_;
  std::map<std::string, std::vector<Template>> templates_;
  Pool pool_;
  Value environment_;
  // Of the resource that is compared.
  std::string name_;
  std::string observed_kind_;
  bool may_be_either_ = false;  // an integer or a string, as ports are
};

}  // namespace

Diagnostic OverwrittenNamespace(const Value& composite,
                                absl::string_view other) {
  return {.rule = "namespace",
          .message = absl::StrCat(
              other, " is overwritten: ", Kind(composite), " ", Name(composite),
              " composes into its own namespace, ", Namespace(composite)),
          .subject = std::string(other)};
}

void AddComposedNotes(const PipelineInputs& inputs, const Corpus& corpus,
                      const PipelineOutcome& outcome, Diagnostics* notes) {
  ComposedNotes(inputs, corpus, outcome, notes).All();
}

}  // namespace loom
