// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/chain.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "tools/convert/joined_ttl.h"
#include "tools/convert/joining.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/sequences.h"
#include "tools/convert/step_kind.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

NodePath StepPath(size_t index) {
  return {"spec", "pipeline", absl::StrCat(index)};
}

std::string NameOf(const Value& step) {
  return ScalarText(step.IsObject() ? Find(step, "step") : nullptr);
}

class ChainReader {
 public:
  ChainReader(const Value& pipeline, std::string name)
      : pipeline_(pipeline), name_(std::move(name)) {}

  Chain Read() && {
    for (size_t i = 0; i < pipeline_.Size(); ++i) {
      const StepKind* kind = KindOf(At(i));
      if (kind == nullptr) {
        KeepForeign(i);
      } else if (!BecomesNative(kind->role)) {
        continue;
      } else if (const auto why = WhyKept(i, kind->role)) {
        Keep(i, *why);
      } else {
        Take(i);
      }
    }
    NameRuns();
    for (const Run& run : chain_.runs) {
      FillEntries(run);
      NoteReplaced(run);
    }
    return std::move(chain_);
  }

 private:
  const Value& At(size_t i) const {
    return pipeline_[static_cast<rapidjson::SizeType>(i)];
  }

  void Take(size_t i) {
    if (foreign_.has_value() && !chain_.runs.empty()) {
      std::vector<NodeRemark>& notes = chain_.remarks.notes;
      notes.erase(std::remove_if(notes.begin(), notes.end(),
                                 [this](const NodeRemark& note) {
                                   return note.path == StepPath(*foreign_);
                                 }),
                  notes.end());
      chain_.remarks.refusals.push_back(
          {StepPath(*foreign_),
           absl::StrCat("step \"", NameOf(At(*foreign_)),
                        "\" stands between steps that become native; the steps "
                        "on each side of it are converted apart")});
    }
    foreign_.reset();
    if (!IsNextToRun(i)) {
      chain_.runs.push_back({i, 1, ""});
      return;
    }
    Run& run = chain_.runs.back();
    std::vector<const Value*> before;
    before.reserve(run.count);
    for (size_t j = 0; j < run.count; ++j) before.push_back(&At(run.first + j));
    if (std::optional<std::string> why = WhyApart(before, At(i))) {
      // Behind a step that only says what is ready nobody wants another joined.
      std::vector<NodeRemark>& told = IsReadinessStep(*before.back())
                                          ? chain_.remarks.notes
                                          : chain_.remarks.refusals;
      told.push_back(
          {StepPath(i), absl::StrCat("step \"", NameOf(At(i)),
                                     "\" does not become one with step \"",
                                     NameOf(*before.back()), "\": ", *why)});
      chain_.runs.push_back({i, 1, ""});
    } else {
      ++run.count;
    }
  }

  static bool IsReadinessStep(const Value& step) {
    const StepKind* kind = KindOf(step);
    return kind != nullptr && kind->role == StepRole::kAutoReady;
  }

  bool IsNextToRun(size_t i) const {
    return !chain_.runs.empty() &&
           chain_.runs.back().first + chain_.runs.back().count == i;
  }

  // Why a step whose function has a native section stays nevertheless.
  std::optional<NodeRemark> WhyKept(size_t i, StepRole role) const {
    const NodePath path = Below(StepPath(i), {"input"});
    if (role == StepRole::kSequencer) {
      return ReadSequences(InputOf(At(i)), path).refusal;
    }
    if (role != StepRole::kAutoReady) return std::nullopt;
    if (StandsAlone(i)) {
      return NodeRemark{StepPath(i), "no step beside it becomes native"};
    }
    return ReadReadyRules(InputOf(At(i)), path).refusal;
  }

  // Whether the step would be a run of its own.
  bool StandsAlone(size_t i) const {
    if (IsNextToRun(i)) return false;
    if (i + 1 == pipeline_.Size()) return true;
    const StepKind* next = KindOf(At(i + 1));
    return next == nullptr || !BecomesNative(next->role) ||
           WhyApart({&At(i)}, At(i + 1)).has_value();
  }

  void KeepForeign(size_t i) {
    if (!foreign_.has_value()) foreign_ = i;
    Keep(i, {StepPath(i), "its function has no native section"});
  }

  void Keep(size_t i, const NodeRemark& why) {
    chain_.remarks.notes.push_back(
        {why.path, absl::StrCat("step \"", NameOf(At(i)),
                                "\" is kept as it is: ", why.message)});
  }

  void NameRuns() {
    std::set<std::string> taken;
    for (size_t i = 0; i < pipeline_.Size(); ++i) {
      bool in_run = std::any_of(
          chain_.runs.begin(), chain_.runs.end(), [i](const Run& run) {
            return i >= run.first && i < run.first + run.count;
          });
      if (!in_run) taken.insert(NameOf(At(i)));
    }
    for (Run& run : chain_.runs) {
      run.name = name_;
      for (int i = 2; !taken.insert(run.name).second; ++i) {
        run.name = absl::StrCat(name_, "-", i);
      }
    }
  }

  // What becomes different in a run that has steps of function-sequencer and
  // function-auto-ready.
  void NoteReplaced(const Run& run) {
    std::vector<NodeRemark>& notes = chain_.remarks.notes;
    auto add = [&notes](const std::vector<NodeRemark>& more) {
      notes.insert(notes.end(), more.begin(), more.end());
    };
    std::vector<const Value*> steps;
    bool says_ready = false;
    for (size_t i = run.first; i < run.first + run.count; ++i) {
      const Value& step = At(i);
      const NodePath path = Below(StepPath(i), {"input"});
      const StepRole role = KindOf(step)->role;
      steps.push_back(&step);
      if (role == StepRole::kAutoReady) {
        says_ready = true;
        add(ReadReadyRules(InputOf(step), path).notes);
      } else if (role == StepRole::kSequencer) {
        add(ReadSequences(InputOf(step), path).notes);
        if (!says_ready) {
          notes.push_back(
              {path,
               "a resource is ready as soon as the cluster says so, and no "
               "step has to say it before this one"});
        }
      }
    }
    add(JoinTtls(steps, run.first).notes);
  }

  // The native input has the policy and the key of extra resources in each
  // entry.
  void FillEntries(const Run& run) {
    for (size_t i = run.first; i < run.first + run.count; ++i) {
      const Value& step = At(i);
      if (KindOf(step)->role != StepRole::kExtraResources) continue;
      const Value* list = SpecMember(step, "extraResources");
      if (list == nullptr || !list->IsArray()) continue;
      const Value* policy = SpecMember(step, "policy");
      const Value* context = SpecMember(step, "context");
      std::string resolution = ScalarMember(policy, "resolution");
      std::string key = ScalarMember(context, "key");
      for (size_t j = 0; j < list->Size(); ++j) {
        NodePath entry = Below(
            StepPath(i), {"input", "spec", "extraResources", absl::StrCat(j)});
        if (!resolution.empty()) {
          chain_.fills.push_back(
              {entry, "policy",
               absl::StrCat("{resolution: ", FillText(resolution), "}"), "",
               true});
        }
        if (!key.empty()) {
          chain_.fills.push_back(
              {entry, "contextKey", FillText(key), "", true});
        }
      }
    }
  }

  const Value& pipeline_;
  const std::string name_;
  std::optional<size_t> foreign_;  // the first one behind the last run
  Chain chain_;
};

}  // namespace

Chain ReadChain(const Value& composition, const std::string& name) {
  const Value* spec = Find(composition, "spec");
  const Value* pipeline =
      spec != nullptr && spec->IsObject() ? Find(*spec, "pipeline") : nullptr;
  if (pipeline == nullptr || !pipeline->IsArray()) return {};
  return ChainReader(*pipeline, name).Read();
}

}  // namespace loom
