// SPDX-License-Identifier: Apache-2.0
#include "sections/references/from_composite.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/cel/program/inline_text.h"

namespace loom {
namespace {

// The fields that an entry and the objects in it may have.
constexpr struct {
  absl::string_view object;  // "": the entry itself
  std::initializer_list<absl::string_view> members;
} kAllowed[] = {
    {"", {"name", "target", "fromObject", "fromRef", "toFieldPath", "policy"}},
    {"target", {"resource"}},
    {"fromObject",
     {"group", "version", "apiVersion", "resource", "kind", "name", "namespace",
      "matchLabels", "selection", "fieldPath", "decode"}},
};

// Reports the fields of an object that are not in its row.
void CheckMembers(const Input& input, absl::string_view object) {
  if (!input.value().IsObject()) return;
  for (const auto& row : kAllowed) {
    if (row.object != object) continue;
    for (const auto& member : Members(input.value())) {
      const absl::string_view name = View(member.name);
      if (std::find(row.members.begin(), row.members.end(), name) ==
          row.members.end()) {
        input.Problem(absl::StrCat(name, " is not allowed here"));
      }
    }
  }
}

// An expression could read what only the author of the Composition may read.
void RefuseExpression(const Input& object, absl::string_view member) {
  const Value* text = Find(object.value(), member);
  if (text != nullptr && text->IsString() && IsInline(View(*text))) {
    object.Invalid(member, "an expression is not allowed here");
  }
}

void CheckLabels(const Input& object) {
  const Value* labels = Find(object.value(), "matchLabels");
  if (labels == nullptr || !labels->IsArray()) return;
  const Input list = object.Member("matchLabels", *labels);
  for (uint32_t i = 0; i < labels->Size(); ++i) {
    const Input label = list.Element(i, ItemAt(*labels, i));
    if (!label.value().IsObject()) continue;
    RefuseExpression(label, "value");
    if (Find(label.value(), "valueFrom") != nullptr) {
      object.Problem("valueFrom is not allowed here");
    }
  }
}

void CheckEntry(const Input& entry) {
  if (!entry.value().IsObject()) {
    return entry.Problem(absl::StrCat("Invalid value: expected an object, got ",
                                      KindName(entry.value())),
                         ProblemKind::kType);
  }
  CheckMembers(entry, "");
  for (absl::string_view source : {"fromObject", "fromRef"}) {
    const Value* object = Find(entry.value(), source);
    if (object == nullptr || !object->IsObject()) continue;
    const Input at = entry.Member(source, *object);
    CheckMembers(at, "fromObject");
    for (absl::string_view member : {"name", "namespace"}) {
      RefuseExpression(at, member);
    }
    CheckLabels(at);
  }
  if (const Value* target = Find(entry.value(), "target")) {
    CheckMembers(entry.Member("target", *target), "target");
  }
}

// Matches every key of a label or an annotation that tenants must not write.
constexpr absl::string_view kReservedKey = "*";

constexpr std::initializer_list<absl::string_view> kProtected[] = {
    {"apiVersion"},
    {"kind"},
    {"metadata", "name"},
    {"metadata", "generateName"},
    {"metadata", "namespace"},
    {"metadata", "ownerReferences"},
    {"metadata", "finalizers"},
    {"metadata", "labels", kReservedKey},
    {"metadata", "annotations", kReservedKey},
    {"spec", "providerConfigRef"},
};

bool IsReserved(absl::string_view key) {
  const absl::string_view domain = key.substr(0, key.find('/'));
  for (absl::string_view reserved : {"crossplane.io", "appcat.vshn.io"}) {
    if (domain == reserved ||
        absl::EndsWith(domain, absl::StrCat(".", reserved))) {
      return true;
    }
  }
  return false;
}

bool Meet(const Segment& segment, absl::string_view name) {
  if (segment.IsWildcard()) return true;
  if (segment.is_index) return false;
  return name == kReservedKey ? IsReserved(segment.field)
                              : segment.field == name;
}

// Reports whether a protected field is at the path, inside it, or around it.
bool IsProtected(const Path& path) {
  return std::any_of(
      std::begin(kProtected), std::end(kProtected), [&](const auto& names) {
        const size_t both = std::min(names.size(), path.segments().size());
        return std::equal(path.segments().begin(),
                          path.segments().begin() + ptrdiff_t(both),
                          names.begin(), Meet);
      });
}

}  // namespace

std::unique_ptr<const CompositeReferences> CompositeReferences::Parse(
    Fields& input) {
  std::optional<Input> section = input.Section("referencesFromComposite");
  if (!section.has_value()) return nullptr;
  Fields fields(*section);
  auto references = std::make_unique<CompositeReferences>();
  absl::StatusOr<Path> path =
      section->ParsePath("fieldPath", fields.Required("fieldPath"));
  if (path.ok()) references->path_ = *std::move(path);
  references->access_.secrets = SecretAccess::kDeny;
  references->access_.allow_kinds =
      AccessPolicy::ParseKinds(fields, "allowKinds");
  if (references->access_.allow_kinds.empty()) section->Missing("allowKinds");
  for (const Input& glob : fields.List("allowPaths")) {
    if (glob.value().IsString()) {
      references->allow_paths_.emplace_back(View(glob.value()));
    } else {
      glob.Problem(absl::StrCat("Invalid value: expected a string, got ",
                                KindName(glob.value())),
                   ProblemKind::kType);
    }
  }
  references->templates_ = OwnTemplates::Parse(input.at());
  references->kinds_ = Kinds::Of(input);
  fields.Done();
  return references;
}

bool CompositeReferences::Allows(const Path& path, Pool* pool) const {
  const std::string text = ToString(path.segments());
  return allow_paths_.empty() ||
         std::any_of(allow_paths_.begin(), allow_paths_.end(),
                     [&](const std::string& glob) {
                       return GlobMatches(glob, text, pool);
                     });
}

void CompositeReferences::CheckTarget(const Input& input, const Entry& entry,
                                      const Call& call) const {
  const std::string& name = entry.target.place().name;
  const absl::string_view maker = call.expansions.TemplateOf(name);
  // If templates are not rendered, their items are not known yet.
  const bool is_own =
      templates_.Find(name) != nullptr ||
      (call.incomplete ? templates_.IsOfLoop(name)
                       : maker != name && templates_.Find(maker) != nullptr);
  if (!is_own) {
    input.Invalid("target.resource",
                  absl::StrCat("\"", Cut(name, limits::kName),
                               "\": not a resource of this step"));
  }
  const std::string shown = Cut(entry.to.text(), limits::kName);
  if (IsProtected(entry.to)) {
    input.Invalid(
        "toFieldPath",
        absl::StrCat("\"", shown, "\": a composite must not write this field"));
  } else if (!Allows(entry.to, call.pool)) {
    input.Invalid("toFieldPath",
                  absl::StrCat("\"", shown,
                               "\": not allowed by allowPaths of "
                               "referencesFromComposite"));
  }
}

void CompositeReferences::ReadEntry(const Value& list, size_t index,
                                    const Call& call, Found* found) const {
  Problems problems;
  const Input at = Input(list, Dialect::kNative, &problems)
                       .At(absl::StrCat("composite ", path_.text()))
                       .Element(index, ItemAt(list, index));
  CheckEntry(at);
  if (problems.empty()) {
    const Value none = Object();
    Fields root(Input(none, Dialect::kNative, &problems));
    Kinds::Give(root.at(), kinds_);
    Entry entry = Entry::Parse(at, root);
    if (problems.empty()) CheckTarget(at, entry, call);
    if (problems.empty()) found->entries.push_back(std::move(entry));
  }
  if (!problems.empty()) found->mistakes.push_back(problems.Joined());
}

absl::StatusOr<CompositeReferences::Found> CompositeReferences::Read(
    Call& call) const {
  Found found;
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  absl::StatusOr<const Value*> list = Get(*composite, path_, call.pool);
  if (EndsCall(list.status())) return list.status();
  if (!list.ok() || (*list)->IsNull()) return found;
  const std::string place = absl::StrCat("composite ", path_.text());
  if (!(*list)->IsArray()) {
    found.mistakes.push_back(absl::StrCat(
        place, ": Invalid value: expected a list, got ", KindName(**list)));
    return found;
  }
  if ((*list)->Size() > limits::kCompositeReferences) {
    found.mistakes.push_back(absl::StrCat(
        place, ": more than ", limits::kCompositeReferences, " entries"));
    return found;
  }
  const auto entries = Items(**list, call.pool);
  for (size_t i = 0; i < entries.Size(); ++i) {
    ReadEntry(**list, i, call, &found);
  }
  return found;
}

}  // namespace loom
