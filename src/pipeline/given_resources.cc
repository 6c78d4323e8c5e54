// SPDX-License-Identifier: Apache-2.0
#include "pipeline/given_resources.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/struct_message.h"
#include "resource/object.h"

namespace loom {

namespace fn = ::apiextensions::fn::proto::v1;

namespace {

bool Matches(const Value& object, const fn::ResourceSelector& selector) {
  if (ApiVersion(object) != absl::string_view(selector.api_version()) ||
      Kind(object) != absl::string_view(selector.kind())) {
    return false;
  }
  if (selector.has_match_name()) {
    return Name(object) == absl::string_view(selector.match_name());
  }
  for (const auto& [key, value] : selector.match_labels().labels()) {
    if (Label(object, key) != absl::string_view(value)) return false;
  }
  return true;
}

}  // namespace

GivenResources::GivenResources(std::vector<YamlDocument> documents)
    : documents_(std::move(documents)) {
  std::stable_sort(documents_.begin(), documents_.end(),
                   [](const YamlDocument& a, const YamlDocument& b) {
                     return Name(a.root) < Name(b.root);
                   });
}

fn::Resources GivenResources::Fetch(
    const fn::ResourceSelector& selector) const {
  fn::Resources found;
  for (const YamlDocument& document : documents_) {
    if (!Matches(document.root, selector)) continue;
    *found.add_items()->mutable_resource() = ToStruct(document.root);
    // There is only one object of a name.
    if (selector.has_match_name()) break;
  }
  return found;
}

std::string Describe(const fn::ResourceSelector& selector) {
  if (selector.has_match_name()) {
    return absl::StrCat(selector.kind(), " \"", selector.match_name(), "\"");
  }
  const auto& labels = selector.match_labels().labels();
  if (labels.empty()) return absl::StrCat("any ", selector.kind());
  std::map<std::string, std::string> sorted(labels.begin(), labels.end());
  return absl::StrCat(selector.kind(), " with labels ",
                      absl::StrJoin(sorted, ", ", absl::PairFormatter("=")));
}

}  // namespace loom
