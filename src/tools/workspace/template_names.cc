// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/template_names.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
namespace {

// Functions that make no resources, whatever input they have.
constexpr absl::string_view kMakeNothing[] = {
    "function-auto-ready",      "function-environment-configs",
    "function-extra-resources", "function-loom",
    "function-sequencer",       "function-status-transformer"};

// Returns the name with the name of a loop instead of its beginning, which is similar; ""
// if it has no such beginning.
std::string ItemMeantBy(absl::string_view name, const std::string& loop) {
  for (size_t end = name.find('-'); end != name.npos;
       end = name.find('-', end + 1)) {
    if (!NearestName(name.substr(0, end), {loop}).empty()) {
      return absl::StrCat(loop, name.substr(end));
    }
  }
  return "";
}

}  // namespace

bool MayMakeResources(const Value& step) {
  const Value* input = Dig(step, {"input"});
  const std::string function = ScalarText(Dig(step, {"functionRef", "name"}));
  if (IsOtherFunction(function)) return true;
  if (input != nullptr && input->IsObject() &&
      AcceptsGroup(ScalarText(Find(*input, "apiVersion")))) {
    return false;
  }
  return !absl::c_any_of(kMakeNothing, [&](absl::string_view known) {
    return absl::EndsWith(function, known);
  });
}

TemplateNames::Computed TemplateNames::EndsOf(absl::string_view name) {
  Computed ends;
  const auto parts = PartsOf(name);
  if (!parts.ok() || parts->empty()) return ends;
  if (!parts->front().is_expression) ends.begin = parts->front().text;
  if (!parts->back().is_expression) ends.end = parts->back().text;
  return ends;
}

void TemplateNames::Add(const Value& input) {
  for (const Value& each : ItemsAt(input, {"resources"})) {
    if (!each.IsObject()) continue;
    has_secrets_ |= Find(each, "connectionDetails") != nullptr;
    std::string name(IdOfTemplate(each));
    if (name.empty()) continue;
    if (const Value* computed = ComputedNameOf(each)) {
      Computed& added = computed_.emplace_back(EndsOf(View(*computed)));
      added.id = Find(each, "id") == nullptr ? "" : name;
      if (added.id.empty()) continue;
    }
    if (Find(each, "forEach") != nullptr) loops_.push_back(name);
    names_.push_back(std::move(name));
  }
  // What sections make has a name that begins or ends as they say.
  has_secrets_ |= Find(input, "connectionDetails") != nullptr ||
                  Find(input, "objectConnectionDetails") != nullptr ||
                  Find(input, "writeConnectionSecretToRef") != nullptr;
  has_references_ |= Find(input, "references") != nullptr ||
                     Find(input, "required") != nullptr ||
                     Find(input, "externalValues") != nullptr;
}

void TemplateNames::AddPipeline(const Value* steps) {
  if (steps == nullptr || !steps->IsArray()) {
    is_complete_ = false;
    return;
  }
  for (const Value& step : Items(*steps)) {
    if (!step.IsObject() || MayMakeResources(step)) {
      is_complete_ = false;
      continue;
    }
    const Value* input = Find(step, "input");
    if (input != nullptr && input->IsObject()) Add(*input);
  }
}

bool TemplateNames::Has(const std::string& name) const {
  return absl::c_linear_search(names_, name) ||
         absl::c_any_of(loops_,
                        [&](const std::string& loop) {
                          return absl::StartsWith(name, loop + "-");
                        }) ||
         absl::c_any_of(computed_,
                        [&](const Computed& each) {
                          return absl::StartsWith(name, each.begin) &&
                                 absl::EndsWith(name, each.end);
                        }) ||
         absl::EndsWith(name, "-dependency") ||
         (has_secrets_ && absl::StrContains(name, "connection")) ||
         (has_references_ && !TemplateOf(name).empty());
}

bool TemplateNames::MayMatchComputed(const Regexp& pattern) const {
  Pool pool;
  return absl::c_any_of(computed_, [&](const Computed& each) {
    return pattern.MayMatchFrom(each.begin, &pool).value_or(true);
  });
}

bool TemplateNames::IsLoop(const std::string& name) const {
  return absl::c_linear_search(loops_, name) &&
         absl::c_count(names_, name) == absl::c_count(loops_, name);
}

std::string TemplateNames::TemplateOf(absl::string_view resource) const {
  std::string found;
  for (const std::string& each : names_) {
    if (each == resource) return each;
    if (absl::StartsWith(resource, each) && each.size() > found.size()) {
      found = each;
    }
  }
  return found;
}

std::string TemplateNames::AdviceFor(const std::string& name) const {
  std::string meant = NearestName(name, names_);
  for (const std::string& loop : loops_) {
    if (meant.empty()) meant = ItemMeantBy(name, loop);
  }
  if (!meant.empty()) return MeantHelp(meant);
  std::vector<std::string> shown;
  shown.reserve(names_.size());
  for (const std::string& each : names_) {
    shown.push_back(IsLoop(each) ? absl::StrCat(each, "-KEY") : each);
  }
  return shown.empty() ? ""
                       : absl::StrCat("there are ", absl::StrJoin(shown, ", "));
}

}  // namespace loom
