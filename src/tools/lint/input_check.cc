// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/lint/rule_table.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

constexpr absl::string_view kUnknownField = "unknown field \"";

// The words of a message, or the place that it is about, and the rule for it. The
// first row that fits counts.
struct Row {
  absl::string_view place;  // part of the place
  absl::string_view words;  // part of the message
  absl::string_view rule;
};

constexpr Row kRows[] = {
    {"", kUnknownField, "input/unknown-field"},
    {"", "is given twice", "input/duplicate-name"},
    {"", "cannot parse path", "path/syntax"},
    {"", "unexpected '", "path/syntax"},
    {"", "a path has at most", "path/syntax"},
    {"", "the patch writes nothing", "path/no-effect"},
    {"", "must be below status", "path/no-effect"},
    {"", "invalid regexp", "transform/regexp"},
    {"", "has groups 0 to", "transform/regexp"},
    {"onnectionDetails[", "Required value", "connection/type"},
    {"readinessChecks[", "Required value", "ready/check"},
    {"", "Required value", "input/required"},
    {"", " is required", "input/required"},
    {"", "Object 'Kind' is missing", "input/required"},
    {"", "a label needs a key", "input/required"},
    {".fmt", "Invalid value", "transform/format"},
    {"onfigs[", "want one of", "env/unknown-type"},
    {"", "want one of", "input/enum"},
    {"", ": want string", "input/enum"},
    {"", ", got a", "input/type"},
    {"", "want a string", "input/type"},
    {"", ", got null", "input/type"},
};

absl::string_view RuleOf(const Problem& problem) {
  for (const Row& row : kRows) {
    if (!absl::StrContains(problem.place, row.place) ||
        !absl::StrContains(problem.message, row.words)) {
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
  const Value* sets = Find(input, "patchSets");
  if (sets == nullptr || !sets->IsArray()) return names;
  for (const Value& set : sets->GetArray()) {
    names.push_back(ScalarText(Dig(set, {"name"})));
  }
  return names;
}

std::string HelpForPatchSet(const LintInput& input, absl::string_view message) {
  absl::string_view name = message;
  if (!absl::ConsumePrefix(&name, "cannot find PatchSet by name ")) return "";
  std::string nearest = NearestName(name, PatchSetNames(*input.value));
  return nearest.empty() ? "" : absl::StrCat("did you mean ", nearest, "?");
}

// The text at a place of the input; "" if there is none.
std::string Written(const LintInput& input, const std::string& place) {
  auto path = Path::Parse(place);
  if (!path.ok()) return "";
  Pool pool;
  auto value = Get(*input.value, *path, &pool);
  return value.ok() && (*value)->IsString() ? ScalarText(*value) : "";
}

// The member of a base that was meant to be its kind.
std::string HelpForKind(const LintInput& input, const Problem& problem) {
  auto path = Path::Parse(problem.place);
  if (!path.ok() ||
      !absl::StrContains(problem.message, "Object 'Kind' is missing")) {
    return "";
  }
  Pool pool;
  auto base = Get(*input.value, *path, &pool);
  if (!base.ok() || !(*base)->IsObject()) return "";
  for (const Member& each : (*base)->GetObject()) {
    const absl::string_view name = View(each.name);
    if (IsSlip(name, "kind")) {
      return absl::StrCat("write kind instead of ", name);
    }
  }
  return "";
}

// A position of a missing member is that of its parent, and so is its path.
void Report(const LintInput& input, const Problem& problem,
            LintFindings* findings) {
  std::string message = problem.message;
  const std::string near = TakeMeant(&message);
  std::string help = MeantHelp(near);
  absl::string_view rule = RuleOf(problem);
  std::string path = input.At(problem.place);
  if (help.empty()) help = HelpForPatchSet(input, message);
  if (help.empty()) help = HelpForKind(input, problem);
  if (std::string tag =
          TagAdvice(input.document->yaml, Locate(input.document->yaml, path));
      !tag.empty()) {
    help = tag;
  }
  absl::string_view name = message;
  if (!absl::ConsumePrefix(&name, kUnknownField)) {
    findings->Add(rule, *input.document, path, message, help);
    // The message quotes what is written there, or one word of an expression.
    const std::string written = Written(input, problem.place);
    const bool is_part = absl::StrContains(message, ": unknown ");
    if (!near.empty() && !is_part) {
      findings->Replace(*input.document, written, near);
    }
    return;
  }
  name = name.substr(0, name.rfind('"'));
  if (std::string old = HelpForOldName(name); !old.empty()) help = old;
  YamlPosition key =
      Locate(input.document->yaml,
             absl::StrCat(path, path.empty() ? "" : ".", name), YamlPart::kKey);
  findings->AddAt(rule, input.document->file, key, path, message, help);
  if (!near.empty()) findings->Replace(*input.document, name, near);
}

void CollectReferences(const Value& patches, std::set<std::string>* names) {
  if (!patches.IsArray()) return;
  for (const Value& patch : patches.GetArray()) {
    if (ScalarText(Dig(patch, {"type"})) != kPatchSetReference) continue;
    names->insert(ScalarText(Dig(patch, {"patchSetName"})));
  }
}

void ReportUnusedSets(const LintInput& input, LintFindings* findings) {
  std::set<std::string> used;
  const Value* resources = Find(*input.value, "resources");
  if (resources == nullptr || !resources->IsArray()) return;
  for (const Value& resource : resources->GetArray()) {
    const Value* patches = Dig(resource, {"patches"});
    if (patches != nullptr) CollectReferences(*patches, &used);
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
    const Value* all = Dig(value, {"all"});
    return all != nullptr && all->IsTrue();
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
      ReportSelectsAll(input, absl::StrCat(place, "[", i, "]"), value[i],
                       findings);
    }
  }
  if (!value.IsObject()) return;
  for (const Member& member : value.GetObject()) {
    const absl::string_view key = View(member.name);
    const std::string at = absl::StrCat(place, ".", key);
    if (!SelectsAll(key, member.value)) {
      ReportSelectsAll(input, at, member.value, findings);
      continue;
    }
    findings->Add("input/version", *input.document, input.At(at),
                  "selects all objects of the kind, which Crossplane 2.2.1 and "
                  "later answer; older versions return nothing");
  }
}

}  // namespace

void CheckInputs(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    for (const Problem& problem : input->problems->problems()) {
      // Without a text there were more problems than are reported.
      if (problem.message.empty()) continue;
      // The rule composition/input-group says it.
      if (problem.place == "apiVersion" && !input->prefix.empty()) continue;
      Report(*input, problem, findings);
    }
    for (const Problem& note : input->problems->notes()) {
      findings->Add("input/no-effect", *input->document, input->At(note.place),
                    note.message);
    }
    ReportUnusedSets(*input, findings);
    if (!input->native()) continue;
    for (const char* section :
         {"extraResources", "references", "externalValues"}) {
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
