// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/ref_forms.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/shortened.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The steps of a reference, and of looking for its object.
constexpr uint64_t kFormSteps = 200;

std::string TextAt(const Value& object, absl::string_view name, Pool* pool) {
  const Value* text = Find(object, name, pool);
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

// Reads one reference. What is wrong with it; "": nothing.
std::string ReadForm(const Value& value, Pool* pool, RefForm* form) {
  if (!value.IsObject()) return "want an object with name or external";
  form->external = TextAt(value, "external", pool);
  form->name = {.name = TextAt(value, "name", pool),
                .ns = TextAt(value, "namespace", pool)};
  form->kind = TextAt(value, "kind", pool);
  const bool has_name = !form->name.name.empty();
  if (has_name && !form->external.empty()) {
    return "cannot specify both name and external";
  }
  if (!has_name && form->external.empty()) {
    return "must specify either name or external";
  }
  return "";
}

std::string CheckList(const std::vector<RefForm>& forms, bool unique,
                      bool discreet) {
  auto is_name = [](const RefForm& form) { return form.external.empty(); };
  const bool has_names = std::any_of(forms.begin(), forms.end(), is_name);
  if (has_names && !std::all_of(forms.begin(), forms.end(), is_name)) {
    return "a list must not mix name and external";
  }
  std::set<absl::string_view> seen;
  for (const RefForm& form : forms) {
    if (!unique || has_names || seen.insert(form.external).second) continue;
    return absl::StrCat("duplicate external \"",
                        discreet ? "?" : Cut(form.external, limits::kName),
                        "\"");
  }
  return "";
}

}  // namespace

absl::StatusOr<RefForms> RefForms::Read(const Value& field, bool unique,
                                        Pool* pool) {
  RefForms read{.forms = {}, .is_list = field.IsArray()};
  std::string problem;
  if (read.is_list && field.Size() > limits::kRequirements) {
    problem = absl::StrCat("more than ", limits::kRequirements, " references");
  } else if (read.is_list) {
    LOOM_RETURN_IF_ERROR(Spend(kFormSteps * field.Size(), pool));
    for (const Value& value : field.GetArray()) {
      RefForm form;
      if (problem.empty()) problem = ReadForm(value, pool, &form);
      read.forms.push_back(std::move(form));
    }
    if (problem.empty()) {
      problem = CheckList(read.forms, unique, pool->discreet());
    }
  } else {
    problem = ReadForm(field, pool, &read.forms.emplace_back());
  }
  if (!problem.empty()) {
    read.failure = {.reason = reasons::kInvalid, .cause = std::move(problem)};
  }
  return read;
}

}  // namespace loom
