// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/external_value.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "data/value/budget.h"

namespace loom {

absl::StatusOr<Resolution> ExternalValue::Read(const RefForms& forms,
                                               Outcome* outcome) const {
  Resolution whole = Resolution::Of(Array());
  std::vector<std::string> shown;
  bool pending = false;
  for (const RefForm& form : forms.forms) {
    LOOM_ASSIGN_OR_RETURN(Resolution one,
                          ReadOne(form, outcome, &shown.emplace_back()));
    pending |= one.state == Resolution::State::kPending;
    if (whole.state == Resolution::State::kFailed) continue;
    if (one.state == Resolution::State::kFailed || !forms.is_list) {
      whole = std::move(one);
    } else if (one.state == Resolution::State::kValue) {
      whole.value.PushBack(one.value, call_.pool->allocator());
    }
  }
  if (pending) return Resolution();
  if (whole.state == Resolution::State::kValue && forms.is_list &&
      reference_.unique) {
    Failure failure = Duplicate(whole.value, shown);
    if (!failure.cause.empty()) {
      return Resolution{.state = Resolution::State::kFailed,
                        .failure = std::move(failure)};
    }
  }
  return whole;
}

Failure ExternalValue::Duplicate(const Value& names,
                                 const std::vector<std::string>& shown) const {
  std::map<absl::string_view, size_t> first;
  for (size_t i = 0; i < shown.size(); ++i) {
    const absl::string_view name = View(names[rapidjson::SizeType(i)]);
    auto [before, is_new] = first.emplace(name, i);
    if (is_new) continue;
    return {.reason = reasons::kInvalid,
            .cause = absl::StrCat(
                reference_.kind.name.kind, " ", shown[before->second], " and ",
                shown[i], " have the same external reference \"",
                call_.pool->redacted() ? "?" : Cut(name, limits::kName), "\"")};
  }
  return {};
}

absl::StatusOr<Resolution> ExternalValue::ReadOne(const RefForm& form,
                                                  Outcome* outcome,
                                                  std::string* shown) const {
  if (!form.external.empty()) {
    *shown = call_.pool->redacted() ? "?" : Cut(form.external, limits::kName);
    return Named(form.external);
  }
  LOOM_ASSIGN_OR_RETURN(
      Found found,
      FindNamedObject(reference_.kind, form.name, policies_, call_, outcome));
  *shown = found.Shown();
  const std::string named = absl::StrCat("reference ", found.kind, " ", *shown);
  const std::string where = found.Where(reference_.kind.name.ApiVersion(),
                                        reference_.paths.front().text());
  if (found.state == Found::State::kPending) return Resolution();
  if (found.is_missing()) {
    return Resolution::Failed(reasons::kNoDependency,
                              absl::StrCat(named, " is not found"), where);
  }
  if (found.state == Found::State::kFailed) {
    found.failure.where = where;
    return Resolution{.state = Resolution::State::kFailed,
                      .failure = std::move(found.failure)};
  }
  LOOM_ASSIGN_OR_RETURN(Resolution read, ReadObject(found));
  if (read.state == Resolution::State::kPending) {
    return Resolution::Failed(reasons::kDependencyNotReady,
                              absl::StrCat(named, " is not ready"), where);
  }
  if (read.state == Resolution::State::kFailed) read.failure.where = where;
  return read;
}

// kPending: the object has no name yet.
absl::StatusOr<Resolution> ExternalValue::ReadObject(const Found& found) const {
  LOOM_RETURN_IF_ERROR(Spend(Finding(reference_.paths.size()), call_.pool));
  for (const Path& path : reference_.paths) {
    LOOM_ASSIGN_OR_RETURN(const Value* text,
                          FindSet(&found.object(), path, call_.pool));
    if (text == nullptr || !text->IsString()) continue;
    if (call_.observer != nullptr) {
      call_.observer->Read({.holder = FieldUse::Holder::kRequired,
                            .object = &found.object(),
                            .path = path.segments()});
    }
    return Named(View(*text));
  }
  return Resolution();
}

absl::StatusOr<Resolution> ExternalValue::Named(absl::string_view text) const {
  const ExternalName& known = reference_.name;
  LOOM_RETURN_IF_ERROR(
      Spend(Writing(text.size() * known.formats.size()), call_.pool));
  LOOM_RETURN_IF_ERROR(Spend(Finding(known.prefixes.size()), call_.pool));
  if (auto name = known.Canonical(text)) {
    LOOM_RETURN_IF_ERROR(Charge(name->size(), call_.pool));
    return Resolution::Of(Borrow(call_.pool->Keep(*name)));
  }
  const bool redacted = call_.pool->redacted();
  Resolution failed = Resolution::Failed(
      reasons::kDependencyInvalid,
      absl::StrCat("format of ", reference_.kind.name.kind, " external=\"",
                   redacted ? "?" : Cut(text, limits::kName),
                   "\" was not known (use ", known.Templates(), ")"),
      "");
  if (!redacted) {
    failed.failure.detail = Cut(known.Difference(text), limits::kName);
  }
  return failed;
}

}  // namespace loom
