// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/given_resources.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/pipeline/struct_message.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

namespace {

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
                                   std::vector<std::string>* notes) {
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
        absl::StrCat(document.Place({}), ": ", DescribeObject(object),
                     " is given twice; that of ", first->second, " is used"));
  }
  return once;
}

}  // namespace

GivenResources::GivenResources(std::vector<YamlDocument> documents)
    : documents_(OnceEach(std::move(documents), &notes_)) {
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

std::vector<std::string> GivenResources::NotAskedFor(
    const std::vector<fn::ResourceSelector>& selectors) const {
  std::vector<std::string> notes;
  for (const YamlDocument& document : documents_) {
    bool found = std::any_of(selectors.begin(), selectors.end(),
                             [&](const fn::ResourceSelector& selector) {
                               return Compare(document.root, selector).none();
                             });
    if (found) continue;
    notes.push_back(absl::StrCat(document.Place({}), ": ",
                                 DescribeObject(document.root),
                                 " is given and no function asks for it"));
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

}  // namespace loom
