// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/embedded.h"
#include "tools/explain/graph.h"
#include "tools/explain/page_list.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

// A page of more fields is slow, and no help.
constexpr size_t kMostFields = 2000;

// Owners of fields in the order in which they are worth seeing: what is not ready
// first.
std::vector<std::string> OwnersByWorth(const Explanation& all) {
  std::vector<std::string> owners;
  std::set<std::string> known;
  auto add = [&](const std::string& owner) {
    if (known.insert(owner).second) owners.push_back(owner);
  };
  for (const Unready& each : all.because) add(OwnerOf(each.resource));
  add("xr");
  for (const ExplainedResource& each : all.resources) add(OwnerOf(each.name));
  for (const ExplainedField& field : all.fields) add(field.owner);
  return owners;
}

// As much of the explanation as a page bears.
Explanation Bearable(const Explanation& all) {
  if (all.fields.size() <= kMostFields) return all;
  std::set<std::string> resources;
  for (const ExplainedResource& each : all.resources) {
    resources.insert(OwnerOf(each.name));
  }
  ViewOptions some;
  size_t count = 0;
  for (const std::string& owner : OwnersByWorth(all)) {
    size_t fields = 0;
    for (const ExplainedField& field : all.fields) {
      if (field.owner == owner) ++fields;
    }
    if (fields == 0 && !resources.contains(owner)) continue;
    if (count > 0 && count + fields > kMostFields) continue;
    count += fields;
    some.at.push_back(owner);
  }
  absl::StatusOr<Explanation> cut = Narrowed(all, some);
  if (!cut.ok()) return all;
  cut->truncated = true;
  return *std::move(cut);
}

std::string LeftOut(const Explanation& all, const Explanation& shown) {
  if (!shown.truncated) return "";
  std::string count = "Some fields are left out.";
  if (shown.fields.size() < all.fields.size()) {
    count = absl::StrCat("Shows ", shown.fields.size(), " of ",
                         all.fields.size(), " fields.");
  }
  return absl::StrCat("<p class=\"left-out\">", count,
                      " Ask for the others with --at RESOURCE.</p>\n");
}

}  // namespace

std::string PageView(const Explanation& explanation,
                     const ViewOptions& options) {
  const Explanation shown = Bearable(explanation);
  // Only texts hold a <, so the JSON means the same without it.
  const std::string data =
      absl::StrReplaceAll(JsonView(shown), {{"<", "\\u003c"}});
  const std::string script = EmbeddedText("graph.js") + EmbeddedText("page.js");
  return absl::StrReplaceAll(
      EmbeddedText("page.html"),
      {{"{{title}}",
        Html(absl::StrCat(shown.kind, " ", shown.name, " explained"))},
       {"{{style}}", EmbeddedText("page.css")},
       {"{{verdict}}", PageVerdict(shown) + LeftOut(explanation, shown)},
       {"{{list}}", PageList(shown, options.full)},
       {"{{footer}}",
        "Lines are dashed where a step was skipped or a value "
        "was overridden."},
       {"{{data}}", data},
       {"{{script}}", script}});
}

}  // namespace loom
