// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/external.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/references/sources/named.h"

namespace loom {
namespace {

constexpr absl::string_view kComputeHosts[] = {"www.googleapis.com/",
                                               "compute.googleapis.com/", ""};
constexpr absl::string_view kComputeVersions[] = {"v1", "beta", "v1beta1"};

std::vector<std::string> ComputePrefixes() {
  std::vector<std::string> prefixes;
  for (absl::string_view host : kComputeHosts) {
    for (absl::string_view version : kComputeVersions) {
      prefixes.push_back(absl::StrCat(host, "compute/", version, "/"));
    }
  }
  return prefixes;
}

absl::string_view WithoutScheme(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "https:"))
    absl::ConsumePrefix(&text, "http:");
  absl::ConsumePrefix(&text, "//");
  return text;
}

}  // namespace

std::vector<std::string> ExternalName::ParsePrefixes(Fields& fields) {
  std::optional<Input> member = fields.Any("trimPrefixes");
  if (!member.has_value()) return {};
  if (member->value().IsArray()) {
    std::vector<std::string> prefixes;
    for (const Input& prefix : fields.List("trimPrefixes")) {
      if (prefix.value().IsString()) {
        prefixes.emplace_back(WithoutScheme(View(prefix.value())));
      } else {
        prefix.Problem("Invalid value: expected a string", ProblemKind::kType);
      }
    }
    return prefixes;
  }
  if (fields.OneOf("trimPrefixes", {"Compute"}, "") != "Compute") return {};
  return ComputePrefixes();
}

absl::string_view ExternalName::Trimmed(absl::string_view text) const {
  absl::string_view bare = WithoutScheme(text);
  for (const std::string& prefix : prefixes) {
    if (absl::ConsumePrefix(&bare, prefix)) return bare;
  }
  return text;
}

std::optional<std::string> ExternalName::Canonical(absl::string_view text,
                                                   Pool* pool) const {
  text = Trimmed(text);
  for (const ExternalFormat& format : formats) {
    auto segments = format.Match(text, pool);
    if (segments.has_value()) return format.Build(*segments);
  }
  return std::nullopt;
}

std::string ExternalName::Templates() const {
  return absl::StrJoin(formats, " or ",
                       [](std::string* out, const ExternalFormat& format) {
                         absl::StrAppend(out, format.text());
                       });
}

std::string ExternalName::Difference(absl::string_view text) const {
  return formats.size() == 1 ? formats.front().Difference(Trimmed(text)) : "";
}

namespace {

// The locations of the name, in the order in which they are read.
void ParsePaths(Fields& fields, ExternalReference* reference) {
  const absl::string_view text = fields.String("externalRefPath").value_or("");
  if (!text.empty()) {
    auto path = ParseStatusPath(fields.at(), "externalRefPath", text);
    reference->paths.clear();
    if (path.has_value()) reference->paths.push_back(*std::move(path));
  } else if (reference->paths.empty()) {
    reference->paths.push_back(*Path::Parse("status.externalRef"));
  }
  for (Path& path : ParseStatusPaths(fields, "fallbackPaths")) {
    reference->paths.push_back(std::move(path));
  }
}

void ParseFormats(Fields& fields, const Kinds& kinds,
                  ExternalReference* reference) {
  ExternalKind known = kinds.FindExternal(reference->kind.name);
  reference->paths = std::move(known.paths);
  reference->name.formats =
      fields.Has("formats") ? ExternalFormats::Parse(fields) : known.formats;
  if (reference->name.formats.empty() && !reference->kind.name.kind.empty()) {
    fields.at().Missing(
        "formats",
        absl::StrCat("no format of ", reference->kind.name.kind, " is known"));
  }
}

}  // namespace

Entry ExternalReference::Parse(const Input& entry, Fields& root) {
  Fields fields(entry);
  Entry parsed;
  auto external = std::make_unique<ExternalReference>();
  parsed.place = entry.place();
  const auto kinds = Kinds::Of(root);
  parsed.target = Target::ParseComposed(fields, "field");
  if (std::optional<Input> target = fields.Object("target")) {
    Fields members(*target);
    external->field = ParseOneField(members, "field", members.Required("field"),
                                    "an external");
  }
  external->kind.name = ParseApiKind(fields);
  external->kind.known = kinds->Find(external->kind.name);
  ParseFormats(fields, *kinds, external.get());
  ParsePaths(fields, external.get());
  external->name.prefixes = ExternalName::ParsePrefixes(fields);
  parsed.SetField(external->field);
  const absl::string_view to = fields.String("writeTo").value_or("");
  if (!to.empty()) {
    external->writes_elsewhere = true;
    parsed.to = ParseOneField(fields, "writeTo", to, "an external");
  }
  external->unique = fields.Bool("uniqueItems").value_or(false);
  fields.Done();
  parsed.recipe = std::move(external);
  return parsed;
}

namespace {

// Reads one reference, and returns its error; "": none.
std::string ReadForm(const Value& value, Pool* pool, RefForm* form) {
  if (!value.IsObject()) return "expected an object with name or external";
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
                      bool redacted) {
  auto is_name = [](const RefForm& form) { return form.external.empty(); };
  const bool has_names = std::any_of(forms.begin(), forms.end(), is_name);
  if (has_names && !std::all_of(forms.begin(), forms.end(), is_name)) {
    return "a list must not mix name and external";
  }
  std::set<absl::string_view> seen;
  for (const RefForm& form : forms) {
    if (!unique || has_names || seen.insert(form.external).second) continue;
    return absl::StrCat("duplicate external \"",
                        redacted ? "?" : Cut(form.external, limits::kName),
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
    for (const Value& value : Items(field, pool)) {
      RefForm form;
      if (problem.empty()) problem = ReadForm(value, pool, &form);
      read.forms.push_back(std::move(form));
    }
    if (problem.empty()) {
      problem = CheckList(read.forms, unique, pool->redacted());
    }
  } else {
    problem = ReadForm(field, pool, &read.forms.emplace_back());
  }
  if (!problem.empty()) {
    read.failure = {.reason = reasons::kInvalid, .cause = std::move(problem)};
  }
  return read;
}

namespace {

// Returns the kinds of all entries for the same field.
std::vector<absl::string_view> KindsFor(const Filling& filling) {
  std::vector<absl::string_view> kinds;
  for (const Entry* entry : Each(filling.alternatives, filling.call.pool)) {
    if (entry->field != filling.entry.field) continue;
    const auto& other = static_cast<const ExternalReference&>(*entry->recipe);
    kinds.push_back(other.kind.name.kind);
  }
  return kinds;
}

// Returns the kinds as a message names them.
std::string Shown(const std::vector<absl::string_view>& kinds) {
  std::set<absl::string_view> seen;
  std::vector<std::string> named;
  for (absl::string_view kind : kinds) {
    if (!seen.insert(kind).second ||
        named.size() == ExternalReference::kMostNamed) {
      continue;
    }
    named.push_back(Cut(kind, limits::kName));
  }
  const size_t more = seen.size() - named.size();
  return absl::StrCat(absl::StrJoin(named, ", "),
                      more > 0 ? absl::StrCat(" and ", more, " more") : "");
}

// Checks whether the references mean the entry. Returns a failure without a cause if
// they do, a failure with a cause if no entry is for one of their kinds, and nullopt if
// they mean another entry.
absl::StatusOr<std::optional<Failure>> CheckKinds(const RefForms& forms,
                                                  absl::string_view own,
                                                  const Filling& filling) {
  Pool* const pool = filling.call.pool;
  std::vector<absl::string_view> kinds;
  std::set<absl::string_view> seen = {"", own};
  std::optional<absl::string_view> unknown;
  for (const RefForm& form : forms.forms) {
    if (!seen.insert(form.kind).second) continue;
    if (kinds.empty()) kinds = KindsFor(filling);
    for (absl::string_view kind : Each(kinds, pool)) {
      if (kind == form.kind) return std::nullopt;
    }
    if (!unknown.has_value()) unknown = form.kind;
  }
  if (!unknown.has_value()) return Failure();
  return Failure{
      .reason = reasons::kInvalid,
      .cause = absl::StrCat(
          "kind \"", pool->redacted() ? "?" : Cut(*unknown, limits::kName),
          "\" is not one of: ", Shown(kinds))};
}

// Reads the names of objects in one call. A redacted call shows no wrong name.
class NameReader {
 public:
  NameReader(const ExternalReference& reference, const Filling& filling)
      : reference_(reference),
        policies_(filling.policies),
        call_(filling.call),
        outcome_(filling.outcome) {}

  // Returns one name, or the list of all.
  absl::StatusOr<Resolution> Read(const RefForms& forms) const;

 private:
  absl::StatusOr<Resolution> ReadOne(const RefForm& form,
                                     std::string* shown) const;
  absl::StatusOr<Resolution> ReadObject(const Found& found) const;
  // Returns the name in its canonical form.
  absl::StatusOr<Resolution> Named(absl::string_view text) const;
  // Returns a failure if two have the same name; without a cause: none have.
  Failure Duplicate(const Value& names,
                    const std::vector<std::string>& shown) const;

  const ExternalReference& reference_;
  const AccessPolicies policies_;
  Call& call_;
  Outcome& outcome_;
};

absl::StatusOr<Resolution> NameReader::Read(const RefForms& forms) const {
  std::vector<std::string> shown(forms.forms.size());
  LOOM_ASSIGN_OR_RETURN(
      Resolution whole,
      ReadEach(forms.forms.size(), forms.is_list, call_.pool,
               [&](size_t i) { return ReadOne(forms.forms[i], &shown[i]); }));
  if (whole.state == LookupState::kFound && forms.is_list &&
      reference_.unique) {
    Failure failure = Duplicate(whole.value, shown);
    if (!failure.cause.empty()) {
      return Resolution{.state = LookupState::kFailed,
                        .failure = std::move(failure)};
    }
  }
  return whole;
}

Failure NameReader::Duplicate(const Value& names,
                              const std::vector<std::string>& shown) const {
  std::map<absl::string_view, size_t> first;
  for (size_t i = 0; i < shown.size(); ++i) {
    const absl::string_view name = View(ItemAt(names, i));
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

absl::StatusOr<Resolution> NameReader::ReadOne(const RefForm& form,
                                               std::string* shown) const {
  if (!form.external.empty()) {
    *shown = call_.pool->redacted() ? "?" : Cut(form.external, limits::kName);
    return Named(form.external);
  }
  LOOM_ASSIGN_OR_RETURN(
      Found found,
      FindNamedObject(reference_.kind, form.name, policies_, call_, &outcome_));
  *shown = found.Shown();
  const std::string named = absl::StrCat("reference ", found.kind, " ", *shown);
  const std::string where = found.Where(reference_.kind.name.ApiVersion(),
                                        reference_.paths.front().text());
  if (found.state == LookupState::kPending) return Resolution();
  if (found.is_missing()) {
    return Resolution::Failed(reasons::kNoDependency,
                              absl::StrCat(named, " is not found"), where);
  }
  if (found.state == LookupState::kFailed) {
    found.failure.where = where;
    return Resolution{.state = LookupState::kFailed,
                      .failure = std::move(found.failure)};
  }
  LOOM_ASSIGN_OR_RETURN(Resolution read, ReadObject(found));
  if (read.state == LookupState::kPending) {
    return Resolution::Failed(reasons::kDependencyNotReady,
                              absl::StrCat(named, " is not ready"), where);
  }
  if (read.state == LookupState::kFailed) read.failure.where = where;
  return read;
}

// kPending: the object has no name yet.
absl::StatusOr<Resolution> NameReader::ReadObject(const Found& found) const {
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

absl::StatusOr<Resolution> NameReader::Named(absl::string_view text) const {
  const ExternalName& known = reference_.name;
  if (auto name = known.Canonical(text, call_.pool)) {
    return Resolution::Of(MakeText(*name, call_.pool));
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

void PutName(Value& ref, Value name, Pool* pool) {
  Erase(ref, "name", pool);
  Erase(ref, "namespace", pool);
  Set(ref, "external", std::move(name), pool);
}

// Returns the references with names instead of objects.
Value WithNames(const Value& refs, Value names, Pool* pool) {
  Value made = Copy(refs, pool);
  if (!made.IsArray()) {
    PutName(made, std::move(names), pool);
    return made;
  }
  for (rapidjson::SizeType i = 0; i < made.Size(); ++i) {
    PutName(ItemAt(made, i), std::move(ItemAt(names, i)), pool);
  }
  return made;
}

bool HasName(const Value& ref, Pool* pool) {
  return ref.IsObject() && !TextAt(ref, "external", pool).empty();
}

// Reports whether all observed references are names.
absl::StatusOr<bool> AreNames(const Value* refs, Pool* pool) {
  if (refs == nullptr) return false;
  if (!refs->IsArray()) return HasName(*refs, pool);
  const auto items = Items(*refs, pool);
  return std::all_of(items.begin(), items.end(),
                     [&](const Value& ref) { return HasName(ref, pool); });
}

}  // namespace

absl::StatusOr<std::optional<Resolution>> ExternalReference::Make(
    const Filling& filling) const {
  Call& call = filling.call;
  const Value* refs = filling.field.desired();
  if (writes_elsewhere) {
    LOOM_ASSIGN_OR_RETURN(const Value* desired, filling.place.Desired(call));
    LOOM_ASSIGN_OR_RETURN(refs, FindSet(desired, field, call.pool));
  }
  if (refs == nullptr) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(const RefForms forms,
                        RefForms::Read(*refs, unique, call.pool));
  LOOM_ASSIGN_OR_RETURN(std::optional<Failure> of_kinds,
                        CheckKinds(forms, kind.name.kind, filling));
  if (!of_kinds.has_value()) return std::nullopt;
  Resolution made{.state = LookupState::kFailed, .failure = forms.failure};
  if (made.failure.cause.empty()) made.failure = *std::move(of_kinds);
  if (filling.field.deleting()) {
    made.state = LookupState::kNothing;
  } else if (made.failure.cause.empty()) {
    LOOM_ASSIGN_OR_RETURN(made, NameReader(*this, filling).Read(forms));
  }
  if (made.state == LookupState::kPending) return made;
  if (writes_elsewhere) {
    LOOM_RETURN_IF_ERROR(filling.place.Erase(field, call));
  } else if (made.state == LookupState::kFound) {
    made.value = WithNames(*refs, std::move(made.value), call.pool);
  }
  if (made.state == LookupState::kNothing) {
    LOOM_RETURN_IF_ERROR(KeepLast(filling).status());
  }
  return made;
}

absl::StatusOr<Keep> ExternalReference::KeepLast(const Filling& filling) const {
  if (!writes_elsewhere) {
    LOOM_ASSIGN_OR_RETURN(const bool named, AreNames(filling.field.observed(),
                                                     filling.call.pool));
    if (!named) return Keep::kNothing;
  }
  return filling.field.KeepObserved();
}

}  // namespace loom
