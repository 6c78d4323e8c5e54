// SPDX-License-Identifier: Apache-2.0
#include "convert/chain.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "convert/joining.h"
#include "convert/step_kind.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

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
      if (kind != nullptr && BecomesNative(kind->role)) {
        Take(i);
      } else {
        Keep(i, kind);
      }
    }
    NameRuns();
    for (const Run& run : chain_.runs) FillEntries(run);
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
    bool next_to_run = !chain_.runs.empty() &&
                       chain_.runs.back().first + chain_.runs.back().count == i;
    if (!next_to_run) {
      chain_.runs.push_back({i, 1, ""});
      return;
    }
    Run& run = chain_.runs.back();
    std::vector<const Value*> before;
    for (size_t j = 0; j < run.count; ++j) before.push_back(&At(run.first + j));
    if (std::optional<std::string> why = WhyApart(before, At(i))) {
      chain_.remarks.refusals.push_back(
          {StepPath(i), absl::StrCat("step \"", NameOf(At(i)),
                                     "\" does not become one with step \"",
                                     NameOf(*before.back()), "\": ", *why)});
      chain_.runs.push_back({i, 1, ""});
    } else {
      ++run.count;
    }
  }

  void Keep(size_t i, const StepKind* kind) {
    if (kind != nullptr && kind->role == StepRole::kNative) return;
    if (kind == nullptr && !foreign_.has_value()) foreign_ = i;
    chain_.remarks.notes.push_back(
        {StepPath(i),
         absl::StrCat("step \"", NameOf(At(i)), "\" is kept as it is: ",
                      kind == nullptr ? "its function has no native section"
                                      : kind->why_kept)});
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
