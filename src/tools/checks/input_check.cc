// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/input/input.h"
#include "sections/shared/patches/patch_types.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_habits.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// The rule of a kind of problem, or of the ones in a part of the input. The first row
// that fits counts.
struct Row {
  ProblemKind kind;
  absl::string_view place;  // a part of the place
  absl::string_view rule;
};

constexpr Row kRows[] = {
    {ProblemKind::kUnknownField, "", "input/unknown-field"},
    {ProblemKind::kDuplicate, "", "input/duplicate-name"},
    {ProblemKind::kPath, "", "path/syntax"},
    {ProblemKind::kNoEffect, "", "path/no-effect"},
    {ProblemKind::kRegexp, "", "transform/regexp"},
    {ProblemKind::kMissing, "onnectionDetails[", "connection/type"},
    {ProblemKind::kMissing, "readinessChecks[", "ready/check"},
    {ProblemKind::kMissing, "", "input/required"},
    {ProblemKind::kIncomplete, "", "input/required"},
    {ProblemKind::kInvalid, ".fmt", "transform/format"},
    {ProblemKind::kType, ".fmt", "transform/format"},
    {ProblemKind::kChoice, "onfigs[", "env/unknown-type"},
    {ProblemKind::kChoice, "", "input/enum"},
    {ProblemKind::kType, "", "input/type"},
};

absl::string_view RuleOf(const Problem& problem) {
  for (const Row& row : kRows) {
    if (row.kind != problem.kind ||
        !absl::StrContains(problem.place, row.place)) {
      continue;
    }
    // A type or a mode that is wrong in a selector is another matter than a
    // wrong policy.
    if (row.rule == "env/unknown-type" &&
        !absl::EndsWith(problem.place, ".type")) {
      continue;
    }
    return row.rule;
  }
  return "input/invalid";
}

// What to write instead of a field that belongs to another place, by the list that has it.
struct Moved {
  absl::string_view list;
  absl::string_view name;
  absl::string_view help;
};

constexpr Moved kMoved[] = {
    {"connectionDetails[", "type", "remove it; the source says what it is"},
    {"externalReferences[", "field", "move it into target"},
};

std::string HelpForMoved(const Problem& problem, absl::string_view name) {
  for (const Moved& each : kMoved) {
    if (each.name == name && absl::StartsWith(problem.place, each.list) &&
        !absl::StrContains(problem.place, '.')) {
      return std::string(each.help);
    }
  }
  return "";
}

// What became of members that Crossplane's own Compositions had.
std::string HelpForOldName(absl::string_view name) {
  if (name == "mergeOptions") {
    return "write toFieldPath: MergeObjects or similar instead";
  }
  if (name == "matchExpressions") return "write matchLabels";
  if (name == "resolve") {
    return "no function supports it; write fromFieldPath: Required for a value "
           "that must exist";
  }
  return "";
}

std::vector<std::string> PatchSetNames(const Value& input) {
  std::vector<std::string> names;
  for (const Value& set : ItemsAt(input, {"patchSets"})) {
    names.push_back(ScalarText(Dig(set, {"name"})));
  }
  return names;
}

// The text at a place of the input; "" if there is none.
std::string Written(const LintInput& input, const std::string& place) {
  auto path = Path::Parse(place);
  if (!path.ok()) return "";
  Pool pool;
  auto value = Get(*input.value, *path, &pool);
  return value.ok() && (*value)->IsString() ? ScalarText(*value) : "";
}

std::string HelpForPatchSet(const LintInput& input, const Problem& problem) {
  if (problem.kind != ProblemKind::kUnknownName ||
      !absl::EndsWith(problem.place, ".patchSetName")) {
    return "";
  }
  return MeantHelp(
      NearestName(Written(input, problem.place), PatchSetNames(*input.value)));
}

// The member of a base that was meant to be its kind.
std::string HelpForKind(const LintInput& input, const Problem& problem) {
  auto path = Path::Parse(problem.place);
  if (!path.ok() || problem.kind != ProblemKind::kIncomplete ||
      problem.names != std::vector<std::string>{"kind"}) {
    return "";
  }
  Pool pool;
  auto base = Get(*input.value, *path, &pool);
  if (!base.ok() || !(*base)->IsObject()) return "";
  for (const Member& each : Members(*(*base))) {
    const absl::string_view name = View(each.name);
    if (IsSlip(name, "kind")) {
      return absl::StrCat("write kind instead of ", name);
    }
  }
  return "";
}

// In {…} of YAML, a comma ends a value. The rest of the expression became a key.
std::string HelpForComma(const LintInput& input, const Problem& problem) {
  const size_t dot = problem.place.rfind('.');
  if (problem.kind != ProblemKind::kExpression || dot == std::string::npos) {
    return "";
  }
  const std::string text = Written(input, problem.place);
  auto path = Path::Parse(problem.place.substr(0, dot));
  if (!path.ok() || absl::c_count(text, '(') <= absl::c_count(text, ')')) {
    return "";
  }
  Pool pool;
  auto object = Get(*input.value, *path, &pool);
  if (!object.ok() || !(*object)->IsObject()) return "";
  for (const Member& each : Members(**object)) {
    if (each.value.IsNull() && absl::StrContains(View(each.name), ')')) {
      return "quote the expression: in {…} of YAML, a comma ends a value";
    }
  }
  return "";
}

// A format of Python, whose {} or {0} stand for a value.
std::string HelpForFormat(const LintInput& input, const Problem& problem) {
  if (RuleOf(problem) != "transform/format") return "";
  const std::string text = Written(input, problem.place);
  std::string format;
  bool found = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = text[i] == '{'
                           ? text.find_first_not_of("0123456789", i + 1)
                           : text.npos;
    if (end == text.npos || text[end] != '}') {
      format += text[i];
      continue;
    }
    format += "%s";
    found = true;
    i = end;
  }
  return found ? absl::StrCat("write %s where a value belongs: ", format) : "";
}

// A type of patches that only the native input has.
std::string HelpForNativeType(const LintInput& input, const Problem& problem) {
  if (input.dialect() != Dialect::kPatchAndTransform ||
      problem.kind != ProblemKind::kChoice ||
      !absl::StrContains(problem.place, "patches[") ||
      !absl::EndsWith(problem.place, "].type") ||
      FindPatchType(PatchScope::kLoop, Written(input, problem.place),
                    StrictRulesOf(Dialect::kNative)) == nullptr) {
    return "";
  }
  return "only the input of function-loom has this type: write functionRef: "
         "{name: function-loom}, apiVersion: loom.fn.crossplane.io/v1beta1 and "
         "kind: Input";
}

void ReportUnknownField(const LintInput& input, const Problem& problem,
                        std::string help, LintFindings* findings) {
  const std::string& name = problem.names[0];
  const std::string path = input.At(problem.place);
  if (std::string old = HelpForOldName(name); !old.empty()) help = old;
  if (std::string moved = HelpForMoved(problem, name); !moved.empty()) {
    help = moved;
  }
  const YamlPosition key =
      Locate(input.document->yaml,
             absl::StrCat(path, path.empty() ? "" : ".", name), YamlPart::kKey);
  findings->AddAt("input/unknown-field", input.document->file, key, path,
                  problem.message, help);
  if (!problem.meant.empty()) {
    findings->Replace(*input.document, name, problem.meant);
  }
}

// A position of a missing member is that of its parent, and so is its path.
void Report(const LintInput& input, const Problem& problem,
            LintFindings* findings) {
  const std::string path = input.At(problem.place);
  std::string help = MeantHelp(problem.meant);
  if (help.empty()) help = HelpForPatchSet(input, problem);
  if (help.empty()) help = HelpForKind(input, problem);
  if (help.empty()) help = HelpForComma(input, problem);
  if (help.empty()) help = HabitHelp(input, problem);
  if (help.empty()) help = HelpForFormat(input, problem);
  if (std::string native = HelpForNativeType(input, problem); !native.empty()) {
    help = native;
  }
  if (std::string tag =
          TagAdvice(input.document->yaml, Locate(input.document->yaml, path));
      !tag.empty()) {
    help = tag;
  }
  if (problem.kind == ProblemKind::kUnknownField) {
    return ReportUnknownField(input, problem, help, findings);
  }
  findings->Add(RuleOf(problem), *input.document, path, problem.message, help);
  const bool is_whole_value = problem.kind == ProblemKind::kChoice ||
                              problem.kind == ProblemKind::kUnknownName;
  if (is_whole_value && !problem.meant.empty()) {
    findings->Replace(*input.document, Written(input, problem.place),
                      problem.meant);
  }
}

void ReportUnusedSets(const LintInput& input, LintFindings* findings) {
  std::set<std::string> used;
  for (const Value& resource : ItemsAt(*input.value, {"resources"})) {
    for (const Value& patch : ItemsAt(resource, {"patches"})) {
      if (ScalarText(Dig(patch, {"type"})) != kPatchSetReference) continue;
      used.insert(ScalarText(Dig(patch, {"patchSetName"})));
    }
  }
  std::vector<std::string> names = PatchSetNames(*input.value);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || used.contains(names[i])) continue;
    findings->Add("input/unused-patch-set", *input.document,
                  input.At(absl::StrCat("patchSets[", i, "].name")),
                  absl::StrCat("no resource uses the patch set ", names[i]),
                  "remove it, or refer to it with a patch of type PatchSet");
  }
}

bool SelectsAll(absl::string_view key, const Value& value) {
  if (key == "fromObject" || key == "fromRef") {
    return IsTrue(Dig(value, {"all"}));
  }
  if (key != "selector" || !value.IsObject()) return false;
  const Value* labels = Find(value, "matchLabels");
  return labels == nullptr || labels->IsNull() ||
         (labels->IsArray() && labels->Empty());
}

// What asks for all objects of a kind, in a section of a native input.
void ReportSelectsAll(const LintInput& input, const std::string& place,
                      const Value& value, LintFindings* findings) {
  if (value.IsArray()) {
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      ReportSelectsAll(input, absl::StrCat(place, "[", i, "]"),
                       ItemAt(value, i), findings);
    }
  }
  if (!value.IsObject()) return;
  for (const Member& member : Members(value)) {
    const absl::string_view key = View(member.name);
    const std::string at = absl::StrCat(place, ".", key);
    const bool is_own = key == "all" && absl::StartsWith(place, "required[") &&
                        IsTrue(&member.value);
    if (!is_own && !SelectsAll(key, member.value)) {
      ReportSelectsAll(input, at, member.value, findings);
      continue;
    }
    findings->Add("input/version", *input.document, input.At(at),
                  "selects all objects of the kind, which Crossplane 2.2.1 and "
                  "later answer; older versions return nothing");
  }
}

// The value that a base has at a path, if it is one that a reference would keep.
const Value* KeptValue(const Value& input, const std::string& resource,
                       const Path& path, Pool* pool) {
  for (const Value& each : ItemsAt(input, {"resources"})) {
    if (IdOfTemplate(each) != resource) continue;
    const Value* base = Dig(each, {"base"});
    if (base == nullptr) return nullptr;
    auto value = Get(*base, path, pool);
    return value.ok() && !ScalarText(*value).empty() ? *value : nullptr;
  }
  return nullptr;
}

// A reference never replaces a value unless it is to resolve it always.
void ReportKeptValues(const LintInput& input, LintFindings* findings) {
  const absl::Span<const Value> references =
      ItemsAt(*input.value, {"references"});
  for (size_t i = 0; i < references.size(); ++i) {
    auto path = Path::Parse(ScalarText(Dig(references[i], {"toFieldPath"})));
    const std::string name =
        ScalarText(Dig(references[i], {"target", "resource"}));
    Pool pool;
    if (!path.ok() || path->segments().empty() || path->HasWildcard() ||
        ScalarText(Dig(references[i], {"policy", "resolve"})) == "Always" ||
        KeptValue(*input.value, name, *path, &pool) == nullptr) {
      continue;
    }
    findings->Add(
        "input/no-effect", *input.document,
        input.At(absl::StrCat("references[", i, "].toFieldPath")),
        absl::StrCat("the base of ", name, " already sets ", path->text(),
                     ", and resolve: IfNotPresent, the default, keeps it"),
        "remove the value from the base, or write policy: {resolve: Always}");
  }
}

}  // namespace

void CheckInputs(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    for (const Problem& problem : input->planned->problems.problems()) {
      // Without a text there were more problems than are reported.
      if (problem.message.empty()) continue;
      // The rule composition/input-group says it.
      if (problem.place == "apiVersion" && !input->prefix.empty()) continue;
      Report(*input, problem, findings);
    }
    for (const Problem& note : input->planned->problems.notes()) {
      findings->Add("input/no-effect", *input->document, input->At(note.place),
                    note.said());
    }
    ReportUnusedSets(*input, findings);
    if (!input->native()) continue;
    ReportKeptValues(*input, findings);
    for (const char* section :
         {"extraResources", "references", "required", "externalValues"}) {
      const Value* list = Find(*input->value, section);
      if (list != nullptr) ReportSelectsAll(*input, section, *list, findings);
    }
  }
}

void CheckReferences(const Corpus& corpus, LintFindings* findings) {
  constexpr absl::string_view kMember = "referencesFromComposite";
  for (const auto& input : corpus.inputs()) {
    const Value* section = Find(*input->value, kMember);
    if (!input->native() || section == nullptr || !section->IsObject() ||
        Find(*section, "allowPaths") != nullptr) {
      continue;
    }
    findings->Add(
        "references/any-path", *input->document, input->At(kMember),
        "anyone who can create a composite can write every field that the "
        "templates leave unset",
        "list the paths in allowPaths, for example [\"spec.forProvider.*\"]");
  }
}

}  // namespace loom
