// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/render_sources.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/schema_references.h"

namespace loom {
namespace {

bool IsOfGroup(const Value& object, absl::string_view group,
               absl::string_view kind) {
  return GroupOf(ApiVersion(object)) == group && Kind(object) == kind;
}

bool IsDefinitionOf(const Value& object, const Value& composite) {
  return IsDefinition(object) &&
         ScalarText(Dig(object, {"spec", "group"})) ==
             GroupOf(ApiVersion(composite)) &&
         FormOf(object, Kind(composite)).has_value();
}

bool IsCompositionOf(const Value& object, const Value& composite) {
  return IsOfGroup(object, "apiextensions.crossplane.io", "Composition") &&
         ScalarText(Dig(object, {"spec", "compositeTypeRef", "kind"})) ==
             Kind(composite);
}

// Returns whether an object has a controller other than the composite.
bool IsOfAnother(const Value& object, const Value& composite) {
  const absl::Span<const Value> owners =
      ItemsAt(object, {"metadata", "ownerReferences"});
  const std::string uid = ScalarText(Dig(composite, {"metadata", "uid"}));
  return std::any_of(owners.begin(), owners.end(), [&](const Value& owner) {
    return IsTrue(Dig(owner, {"controller"})) &&
           ScalarText(Dig(owner, {"uid"})) != uid;
  });
}

// The same document again, because it is two things.
YamlDocument CopyOf(const YamlDocument& document, Pool* pool) {
  return document.Part({}, Copy(document.root, pool));
}

// Puts the documents of a gathered file where they belong.
class Sorter {
 public:
  Sorter(YamlDocument composite, Pool* pool)
      : pool_(pool),
        sources_{.composite = std::move(composite), .is_stored = true} {
    const std::vector<ObjectId> refs = ResourceRefsOf(this->composite());
    composed_.insert(refs.begin(), refs.end());
    LookForSecret(this->composite());
    sources_.required.push_back(CopyOf(sources_.composite, pool_));
  }

  // Notes where composed resources publish their details, before any Secret is added.
  void Look(const Value& object) {
    if (composed_.contains(IdOf(object))) LookForSecret(object);
  }

  void Add(YamlDocument document) {
    const Value& object = document.root;
    if (SchemasOf(object) != nullptr) {
      sources_.schemas.push_back({document.Place({}), Copy(object, pool_)});
      return;
    }
    const ObjectId id = IdOf(object);
    const bool may_be_composed = !IsOfAnother(object, composite());
    const bool is_composed = may_be_composed && composed_.contains(id);
    if (is_composed || published_.contains(id)) {
      Also(document, &sources_.observed);
    }
    if (may_be_composed && !is_composed) NoteUnlisted(document);
    if (id.api_version == "v1" && id.kind == "Secret") {
      Also(document, &sources_.credentials);
    }
    if (IsOfGroup(object, "pkg.crossplane.io", "Function")) {
      Also(document, &sources_.functions);
    }
    if (IsDefinitionOf(object, composite()))
      First(document, &sources_.definition);
    if (IsCompositionOf(object, composite())) {
      First(document, &sources_.composition);
    }
    sources_.required.push_back(std::move(document));
  }

  RenderSources Take() && { return std::move(sources_); }

 private:
  const Value& composite() const { return sources_.composite.root; }
  // Crossplane creates such a resource anew.
  void NoteUnlisted(const YamlDocument& document) {
    auto named = Annotation(document.root, kResourceNameAnnotation);
    if (!named.has_value()) return;
    sources_.notes.push_back(
        {.position = document.At({}),
         .message = absl::StrCat(
             Kind(document.root), " \"", Name(document.root),
             "\" does not count as the existing resource ", *named,
             ", because resourceRefs of the composite does not list it")});
  }
  void LookForSecret(const Value& object) {
    if (auto secret = ConnectionSecretOf(object)) published_.insert(*secret);
  }
  void Also(const YamlDocument& document, std::vector<YamlDocument>* list) {
    list->push_back(CopyOf(document, pool_));
  }
  void First(const YamlDocument& document, std::optional<YamlDocument>* only) {
    if (!only->has_value()) only->emplace(CopyOf(document, pool_));
  }

  Pool* pool_;
  RenderSources sources_;
  std::set<ObjectId> composed_, published_;
};

}  // namespace

ObjectId IdOf(const Value& object) {
  return {std::string(ApiVersion(object)), std::string(Kind(object)),
          std::string(Namespace(object)), std::string(Name(object))};
}

std::vector<ObjectId> ResourceRefsOf(const Value& composite) {
  std::vector<ObjectId> ids;
  for (const Value* list :
       {Dig(composite, {"spec", "crossplane", "resourceRefs"}),
        Dig(composite, {"spec", "resourceRefs"})}) {
    if (list == nullptr || !list->IsArray()) continue;
    for (const Value& ref : Items(*list)) {
      if (!ref.IsObject()) continue;
      ObjectId id{
          ScalarText(Find(ref, "apiVersion")), ScalarText(Find(ref, "kind")),
          ScalarText(Find(ref, "namespace")), ScalarText(Find(ref, "name"))};
      if (id.ns.empty()) id.ns = std::string(Namespace(composite));
      // Crossplane writes a reference before it knows the name.
      if (!id.name.empty()) ids.push_back(std::move(id));
    }
  }
  return ids;
}

std::optional<ObjectId> ConnectionSecretOf(const Value& object) {
  const Value* reference = Dig(object, {"spec", "writeConnectionSecretToRef"});
  if (reference == nullptr || !reference->IsObject()) return std::nullopt;
  std::string name = ScalarText(Find(*reference, "name"));
  if (name.empty()) return std::nullopt;
  std::string ns = ScalarText(Find(*reference, "namespace"));
  if (ns.empty()) ns = std::string(Namespace(object));
  return ObjectId{"v1", "Secret", std::move(ns), std::move(name)};
}

absl::StatusOr<RenderSources> GatheredSources(
    std::vector<YamlDocument> documents, absl::string_view name, Pool* pool) {
  for (const YamlDocument& document : documents) {
    if (document.root.IsObject()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(document.Place({}), ": expected an object"));
  }
  if (documents.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        name,
        " has no composite\n  `function-loom gather KIND/NAME` writes "
        "such a file"));
  }
  Sorter sorter(std::move(documents[0]), pool);
  documents.erase(documents.begin());
  for (const YamlDocument& document : documents) sorter.Look(document.root);
  for (YamlDocument& document : documents) sorter.Add(std::move(document));
  return std::move(sorter).Take();
}

absl::Status Replace(YamlDocument changed, RenderSources* sources, Pool* pool) {
  const Value& stored = sources->composite.root;
  Value& root = changed.root;
  if (Kind(root) != Kind(stored) || Name(root) != Name(stored)) {
    return absl::FailedPreconditionError(absl::StrCat(
        changed.Place({}), ": expected ", Kind(stored), " \"", Name(stored),
        "\", got ", Kind(root), " \"", Name(root), "\""));
  }
  // Crossplane's own fields of the spec, and fields that only exist in the cluster.
  constexpr absl::string_view kOfCrossplane[] = {"crossplane",
                                                 "claimRef",
                                                 "compositionRef",
                                                 "compositionRevisionRef",
                                                 "compositionSelector",
                                                 "compositionRevisionSelector",
                                                 "compositionUpdatePolicy",
                                                 "resourceRefs",
                                                 "writeConnectionSecretToRef"};
  Value& spec = FindOrAdd(root, "spec", pool);
  const Value* old = Find(stored, "spec");
  if (spec.IsObject() && old != nullptr && old->IsObject()) {
    for (absl::string_view member : kOfCrossplane) {
      const Value* there = Find(*old, member);
      if (there == nullptr || Find(spec, member) != nullptr) continue;
      Set(spec, member, Copy(*there, pool), pool);
    }
  }
  const Value* kept = Find(stored, "metadata");
  Value metadata = kept == nullptr ? Object() : Copy(*kept, pool);
  for (absl::string_view map : {"labels", "annotations"}) {
    const Value* given = Dig(root, {"metadata", map});
    if (given == nullptr || !given->IsObject()) continue;
    Value& both = FindOrAdd(metadata, map, pool);
    if (!both.IsObject()) both = Object();
    for (const Member& member : Members(*given)) {
      Set(both, View(member.name), Copy(member.value, pool), pool);
    }
  }
  Set(root, "metadata", std::move(metadata), pool);
  if (const Value* status = Find(stored, "status")) {
    Set(root, "status", Copy(*status, pool), pool);
  }
  sources->composite = std::move(changed);
  return absl::OkStatus();
}

}  // namespace loom
