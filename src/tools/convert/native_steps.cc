// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_steps.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/section_lines.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

NodePath PathOfStep(size_t index) {
  return {"spec", "pipeline", absl::StrCat(index)};
}

bool IsHead(absl::string_view name) {
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

std::string NativeNameOf(absl::string_view field_of_environment) {
  return std::string(field_of_environment == "environmentConfigs"
                         ? "configs"
                         : field_of_environment);
}

// Makes one native step of a run.
class RunConverter {
 public:
  RunConverter(const Run& run, const std::string& function, YamlEdit* edit)
      : run_(run), function_(function), edit_(*edit) {}

  void Convert() {
    edit_.IfStuck(Stuck(run_.first));
    end_ = ConvertHead();
    const StepRole role = RoleOf(run_.first);
    if (run_.count > 1 || IsReplaced(role) ||
        role == StepRole::kExtraResources) {
      edit_.Need(end_);
    }
    SectionLines lines(edit_, end_.column);
    std::vector<const Value*> steps;
    for (size_t i = run_.first; i < run_.first + run_.count; ++i) {
      edit_.IfStuck(Stuck(i));
      steps.push_back(&Step(i));
      if (IsReplaced(RoleOf(i))) {
        ReplaceStep(i, &lines);
      } else {
        TakeStep(i);
      }
    }
    edit_.Write(end_,
                std::move(lines).Finish(JoinTtls(steps, run_.first).text));
  }

 private:
  static NodePath InputPath(size_t step) {
    return Below(PathOfStep(step), {"input"});
  }
  static NodeRemark Stuck(size_t step) {
    return {PathOfStep(step),
            "a map or list of this step that has to be split is in flow "
            "style, empty or an alias"};
  }
  // Whether the fields of the step's input become others.
  static bool IsReplaced(StepRole role) {
    return role == StepRole::kSequencer || role == StepRole::kAutoReady;
  }

  const Value& Step(size_t step) const {
    return *edit_.ValueAt(PathOfStep(step));
  }
  StepRole RoleOf(size_t step) const { return KindOf(Step(step))->role; }

  // Converts the fields of the first step that stay where they are. Returns the end of
  // its input; one that is missing is written.
  YamlEdit::Place ConvertHead() {
    const NodePath step = PathOfStep(run_.first);
    const NodePath input = InputPath(run_.first);
    edit_.ReplaceScalar(Below(step, {"step"}), run_.name);
    edit_.ReplaceScalar(Below(step, {"functionRef", "name"}), function_);
    const Value* old = edit_.ValueAt(input);
    if (old == nullptr) {
      YamlEdit::Place end = edit_.EndOf(step);
      const std::string margin(end.column, ' ');
      edit_.Write(end, absl::StrCat(margin, "input:\n", margin,
                                    "  apiVersion: ", kNativeVersion, "\n",
                                    margin, "  kind: Input\n"));
      end.column += 2;
      end.below = {"input"};
      return end;
    }
    if (!old->IsObject() || Find(*old, "kind") != nullptr) {
      edit_.ReplaceScalar(Below(input, {"kind"}), "Input");
    }
    edit_.ReplaceScalar(Below(input, {"apiVersion"}),
                        std::string(kNativeVersion));
    return edit_.EndOf(input);
  }

  void ReplaceStep(size_t step, SectionLines* lines) {
    std::vector<TextRange> dropped;
    const Value* input = InputOf(Step(step));
    if (step != run_.first) {
      dropped.push_back(edit_.Drop(PathOfStep(step)));
    } else if (input != nullptr) {
      for (const Member& field : Members(*input)) {
        const std::string name(View(field.name));
        if (IsHead(name)) continue;
        dropped.push_back(edit_.Drop(Below(InputPath(step), {name})));
      }
    }
    if (RoleOf(step) == StepRole::kSequencer) {
      lines->AddSequencer(input, InputPath(step), dropped);
    } else {
      lines->AddAutoReady(input, InputPath(step), dropped);
    }
  }

  // Takes the fields of the step's input, of which those of the first step stay.
  void TakeStep(size_t step) {
    const bool is_first = step == run_.first;
    const StepRole role = RoleOf(step);
    const bool has_extra = role == StepRole::kExtraResources;
    const absl::string_view environment =
        role == StepRole::kEnvironmentConfigs ? "spec" : "environment";
    for (const Member& field : Members(*InputOf(Step(step)))) {
      const std::string name(View(field.name));
      const NodePath path = Below(InputPath(step), {name});
      if (IsHead(name)) continue;
      if (has_extra && name == "spec") {
        TakeExtraResources(field.value, path);
        if (is_first) edit_.Dissolve(path, end_);
      } else if (name == environment) {
        TakeEnvironment(field.value, path, is_first);
      } else if (is_first) {
        Own(name, path);
      } else {
        Take(name, path, end_);
      }
    }
    if (!is_first) edit_.Dissolve(PathOfStep(step), end_);
  }

  void TakeExtraResources(const Value& spec, const NodePath& path) {
    if (!spec.IsObject()) return;
    for (const Member& field : Members(spec)) {
      const std::string name(View(field.name));
      // Each entry has these now.
      if (name == "policy" || name == "context") continue;
      Take(name, Below(path, {name}), end_);
    }
  }

  void TakeEnvironment(const Value& environment, const NodePath& path,
                       bool is_first) {
    if (path.back() != "environment") edit_.Rename(path, "environment");
    edit_.Rename(Below(path, {"environmentConfigs"}), "configs");
    const auto owned = owned_.find("environment");
    const bool joins = owned != owned_.end();
    if (!joins) {
      if (!is_first) edit_.Move(path, end_);
      Own("environment", path);
    }
    if (!environment.IsObject()) return;
    const YamlEdit::Place end =
        joins ? edit_.EndOf(owned->second) : YamlEdit::Place{};
    for (const Member& field : Members(environment)) {
      const std::string name(View(field.name));
      const std::string full = absl::StrCat("environment.", NativeNameOf(name));
      if (joins) {
        Take(full, Below(path, {name}), end);
      } else {
        Own(full, Below(path, {name}));
      }
    }
  }

  // Records where a field of the native input is; `name` is its native name.
  void Own(const std::string& name, const NodePath& path) {
    owned_.emplace(name, path);
    const Value& value = *edit_.ValueAt(path);
    if (name != "patchSets" || !value.IsArray()) return;
    for (const Value& set : Items(value)) IsNewPatchSet(set);
  }

  // Moves a field, or the items of a list that the native input already has.
  void Take(const std::string& name, const NodePath& path,
            const YamlEdit::Place& to) {
    const auto owned = owned_.find(name);
    if (owned == owned_.end()) {
      edit_.Move(path, to);
      return Own(name, path);
    }
    const Value& value = *edit_.ValueAt(path);
    const Value& other = *edit_.ValueAt(owned->second);
    if (!value.IsArray() || !other.IsArray()) {
      if (!Equal(value, other)) edit_.GetStuck();
      return;
    }
    const YamlEdit::Place end = edit_.EndOf(owned->second);
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      if (name == "patchSets" && !IsNewPatchSet(ItemAt(value, i))) continue;
      edit_.Move(Below(path, {absl::StrCat(i)}), end);
    }
  }

  // Returns whether this is the first time that the native input gets this patch set.
  bool IsNewPatchSet(const Value& set) {
    for (const Value* other : patch_sets_) {
      if (Equal(*other, set)) return false;
    }
    patch_sets_.push_back(&set);
    return true;
  }

  const Run& run_;
  const std::string& function_;
  YamlEdit& edit_;
  YamlEdit::Place end_ = {};  // of the native input
  std::map<std::string, NodePath> owned_;
  std::vector<const Value*> patch_sets_;
};

}  // namespace

void ConvertSteps(const Chain& chain, const std::string& function,
                  YamlEdit* edit) {
  for (const Run& run : chain.runs) {
    RunConverter(run, function, edit).Convert();
  }
}

bool RenameFunctions(const std::string& function, YamlEdit* edit) {
  const Value* pipeline = ListMember(edit->ValueAt({"spec"}), "pipeline");
  if (pipeline == nullptr) return false;
  bool found = false;
  for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
    const Value& step = ItemAt(*pipeline, i);
    const StepKind* kind = KindOf(step);
    if (kind == nullptr || !BecomesNative(kind->role)) continue;
    const Value* reference = MemberOf(&step, "functionRef");
    if (reference == nullptr || !reference->IsObject() ||
        ScalarMember(reference, "name") == function) {
      continue;
    }
    found = true;
    edit->IfStuck(
        {PathOfStep(i), "functionRef.name is not a plain string here"});
    edit->ReplaceScalar(Below(PathOfStep(i), {"functionRef", "name"}),
                        function);
  }
  return found;
}

void CheckRuns(const Value& converted, Chain* chain) {
  const Value& pipeline = *Find(*Find(converted, "spec"), "pipeline");
  size_t joined = 0;  // steps that are part of an earlier one now
  std::erase_if(chain->runs, [&](const Run& run) {
    const size_t step = run.first - joined;
    joined += run.count - 1;
    NodeRemarks remarks;
    CheckInput(*Find(ItemAt(pipeline, step), "input"),
               Below(PathOfStep(run.first), {"input"}), &remarks);
    for (NodeRemark& refusal : remarks.refusals) {
      if (run.count > 1) refusal.place.clear();
      chain->remarks.refusals.push_back(std::move(refusal));
    }
    return !remarks.refusals.empty();
  });
}

void CheckInput(const Value& input, const NodePath& path,
                NodeRemarks* remarks) {
  const Problems problems = ProblemsOfInput(input);
  if (problems.empty()) return;
  remarks->refusals.push_back(
      {.path = path,
       .message =
           absl::StrCat("the native input refuses this: ", problems.Joined()),
       .place = problems.problems()[0].place});
}

}  // namespace loom
