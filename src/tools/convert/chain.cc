// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/chain.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "data/go/time.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/input/fields.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/resources_mode.h"
#include "tools/convert/sequences.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

// For JoinTtls.

constexpr absl::Duration kDefault = absl::Seconds(60);

// The member that says it; "": a step of this kind has none.
absl::string_view MemberOfTtl(const Value& step) {
  switch (KindOf(step)->role) {
    case StepRole::kAutoReady:
      return "ttl";
    case StepRole::kSequencer:
      return "cacheTTL";
    default:
      return "";
  }
}

struct Ttl {
  std::string text;
  absl::Duration value = kDefault;
};

Ttl TtlOf(const Value& step) {
  Ttl ttl{.text = ScalarMember(InputOf(step), MemberOfTtl(step))};
  if (ttl.text.empty()) return ttl;
  // What is none is refused by the native input.
  ttl.value = ParseGoDuration(ttl.text).value_or(-kDefault);
  return ttl;
}

// For WhyApart.

StepRole Role(const Value& step) { return KindOf(step)->role; }

bool IsPt(const Value& step) {
  return Role(step) == StepRole::kPatchAndTransform;
}

// The item of a list that has this name.
const Value* Named(const Value* list, const std::string& name) {
  if (list == nullptr) return nullptr;
  for (const Value& item : Items(*list)) {
    if (ScalarMember(&item, "name") == name) return &item;
  }
  return nullptr;
}

bool HasOwnMembers(const Value& step) {
  return std::any_of(
      step.MemberBegin(), step.MemberEnd(), [](const Member& member) {
        absl::string_view name = View(member.name);
        return name != "step" && name != "functionRef" && name != "input";
      });
}

// Whether a member of that name, with that value if one is given, is anywhere in
// the value.
bool Contains(const Value& value, absl::string_view name,
              absl::string_view text = "") {
  if (value.IsArray()) {
    return std::any_of(value.Begin(), value.End(), [&](const Value& item) {
      return Contains(item, name, text);
    });
  }
  if (!value.IsObject()) return false;
  return std::any_of(
      value.MemberBegin(), value.MemberEnd(), [&](const Member& member) {
        bool here = View(member.name) == name &&
                    (text.empty() ||
                     (member.value.IsString() && View(member.value) == text));
        return here || Contains(member.value, name, text);
      });
}

bool EitherHasOwnMembers(const Value& before, const Value& step) {
  return HasOwnMembers(before) || HasOwnMembers(step);
}

bool EnvironmentAfterPatches(const Value& before, const Value& step) {
  return IsPt(before) && Role(step) == StepRole::kEnvironmentConfigs;
}

bool EnvironmentsOverlap(const Value& before, const Value& step) {
  if (Role(before) != StepRole::kEnvironmentConfigs ||
      Role(step) != Role(before))
    return false;
  if (SpecMember(step, "defaultData") != nullptr) return true;
  const Value* first = SpecMember(before, "policy");
  const Value* second = SpecMember(step, "policy");
  bool same_policy = (first == nullptr) == (second == nullptr) &&
                     (first == nullptr || Equal(*first, *second));
  const Value* spec = InputMember(step, "spec");
  const Value* earlier = InputMember(before, "spec");
  return !same_policy ||
         (earlier != nullptr && Contains(*earlier, "toFieldPath")) ||
         (spec != nullptr &&
          (Contains(*spec, "toFieldPath") ||
           Contains(*spec, "type", "FromEnvironmentFieldPath")));
}

bool SameContextKey(const Value& before, const Value& step) {
  return Role(before) == StepRole::kExtraResources &&
         Role(step) == Role(before) &&
         ScalarMember(SpecMember(before, "context"), "key") ==
             ScalarMember(SpecMember(step, "context"), "key");
}

bool PatchesEnvironmentLater(const Value& before, const Value& step) {
  const Value* environment = InputMember(step, "environment");
  return IsPt(before) && IsPt(step) && environment != nullptr &&
         environment->IsObject() && Find(*environment, "patches") != nullptr;
}

bool OtherPatchSet(const Value& before, const Value& step) {
  const Value* sets = ListMember(InputOf(step), "patchSets");
  if (sets == nullptr) return false;
  return std::any_of(sets->Begin(), sets->End(), [&](const Value& set) {
    const Value* other = Named(ListMember(InputOf(before), "patchSets"),
                               ScalarMember(&set, "name"));
    return other != nullptr && !Equal(*other, set);
  });
}

bool SameResource(const Value& before, const Value& step) {
  const Value* resources = ListMember(InputOf(step), "resources");
  if (resources == nullptr) return false;
  return std::any_of(resources->Begin(), resources->End(),
                     [&](const Value& resource) {
                       return Named(ListMember(InputOf(before), "resources"),
                                    ScalarMember(&resource, "name")) != nullptr;
                     });
}

bool WritesSecretEarlier(const Value& before, const Value& step) {
  return IsPt(before) && IsPt(step) &&
         InputMember(before, "writeConnectionSecretToRef") != nullptr;
}

bool IsOf(const Value& step, StepRole role) { return Role(step) == role; }

bool OrdersBeforeResources(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kSequencer) && IsPt(step);
}

bool ReadyBeforeResources(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) && IsPt(step);
}

bool ConditionsBeforeContext(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kSequencer) &&
         (IsOf(step, StepRole::kEnvironmentConfigs) ||
          IsOf(step, StepRole::kExtraResources)) &&
         ReadSequences(InputOf(before), {}).has_conditions;
}

bool ConditionsReadReadiness(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) &&
         IsOf(step, StepRole::kSequencer) &&
         ReadSequences(InputOf(step), {}).reads_ready;
}

bool ReadyRulesLater(const Value& before, const Value& step) {
  return IsOf(before, StepRole::kAutoReady) &&
         IsOf(step, StepRole::kAutoReady) &&
         !ReadReadyRules(InputOf(step), {}).kinds.empty();
}

// The table. Add a reason here.
struct Reason {
  bool (*applies)(const Value& before, const Value& step);
  absl::string_view why;
};

constexpr Reason kReasons[] = {
    {EitherHasOwnMembers,
     "one of them has fields other than step, functionRef and input"},
    {EnvironmentAfterPatches,
     "the patches of the earlier step would see its environment"},
    {EnvironmentsOverlap,
     "defaultData, toFieldPath, policy or labels from the environment would "
     "apply to the configs of both"},
    {SameContextKey,
     "it replaces what the earlier step puts into the context under the same "
     "key"},
    {PatchesEnvironmentLater,
     "its environment.patches would be applied before the resources of the "
     "earlier step"},
    {OtherPatchSet,
     "both have a patch set with the same name but different content; rename "
     "one of them"},
    {SameResource,
     "both have a resource with the same name, which a native step can name "
     "only once"},
    {WritesSecretEarlier,
     "the connection secret of the earlier step would be written at the end"},
    {OrdersBeforeResources,
     "the rules of the earlier step would also apply to its resources"},
    {ReadyBeforeResources,
     "the readiness that the earlier step sets would also apply to its "
     "resources"},
    {ConditionsBeforeContext,
     "conditions of the earlier step would see what it puts into the context"},
    {ConditionsReadReadiness,
     "its conditions read the readiness that the earlier step sets, which a "
     "native step sets at its end"},
    {ReadyRulesLater,
     "its rules are for what the earlier step left open, but would be applied "
     "first"},
};

// For ReadChain.

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
      FillMergeOptions(run);
      NoteReplaced(run);
    }
    return std::move(chain_);
  }

 private:
  const Value& At(size_t i) const { return ItemAt(pipeline_, i); }

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
                        "\" is between steps that become native; the steps on "
                        "each side of it are converted separately")});
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
      std::vector<NodeRemark>& reported = IsReadinessStep(*before.back())
                                              ? chain_.remarks.notes
                                              : chain_.remarks.refusals;
      reported.push_back(
          {StepPath(i), absl::StrCat("step \"", NameOf(At(i)),
                                     "\" is not merged with step \"",
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
      return NodeRemark{StepPath(i), "no adjacent step becomes native"};
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
      bool in_run = std::any_of(chain_.runs.begin(), chain_.runs.end(),
                                [i](const Run& run) { return run.Has(i); });
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
    std::optional<NodePath> checks;
    bool says_ready = false;
    for (size_t i = run.first; i < run.first + run.count; ++i) {
      const Value& step = At(i);
      const NodePath path = Below(StepPath(i), {"input"});
      const StepRole role = KindOf(step)->role;
      steps.push_back(&step);
      if (!checks.has_value()) checks = ChecksThatMayFail(InputOf(step), path);
      if (role == StepRole::kAutoReady) {
        says_ready = true;
        if (checks.has_value()) {
          notes.push_back({*checks,
                           "readinessChecks alone decide whether a resource is "
                           "ready; before, its Ready condition was enough"});
        }
        add(ReadReadyRules(InputOf(step), path).notes);
      } else if (role == StepRole::kSequencer) {
        add(ReadSequences(InputOf(step), path).notes);
        if (!says_ready) {
          notes.push_back({path,
                           "a resource is ready as soon as the cluster reports "
                           "it; no earlier step has to mark it ready"});
        }
      }
    }
    add(JoinTtls(steps, run.first).notes);
  }

  // Returns the first readinessChecks of an input that are not always true.
  static std::optional<NodePath> ChecksThatMayFail(const Value* input,
                                                   const NodePath& path) {
    const Value* resources = ListMember(input, "resources");
    if (resources == nullptr) return std::nullopt;
    for (rapidjson::SizeType i = 0; i < resources->Size(); ++i) {
      const Value* checks =
          ListMember(&ItemAt(*resources, i), "readinessChecks");
      if (checks == nullptr) continue;
      for (const Value& check : Items(*checks)) {
        if (ScalarMember(&check, "type") == "None") continue;
        return Below(path, {"resources", absl::StrCat(i), "readinessChecks"});
      }
    }
    return std::nullopt;
  }

  // A step may have the merge options of Crossplane before its functions, which no
  // function takes.
  void FillMergeOptions(const Run& run) {
    for (size_t i = run.first; i < run.first + run.count; ++i) {
      const Value& step = At(i);
      const NodePath path = Below(StepPath(i), {"input"});
      const Value* input = InputOf(step);
      FillPatchesOf(MemberOf(input, "environment"),
                    Below(path, {"environment"}));
      for (const char* list : {"patchSets", "resources"}) {
        const Value* owners = ListMember(input, list);
        if (owners == nullptr) continue;
        for (rapidjson::SizeType j = 0; j < owners->Size(); ++j) {
          FillPatchesOf(&ItemAt(*owners, j),
                        Below(path, {list, absl::StrCat(j)}));
        }
      }
    }
  }

  void FillPatchesOf(const Value* owner, const NodePath& path) {
    const Value* patches = ListMember(owner, "patches");
    if (patches == nullptr) return;
    for (rapidjson::SizeType i = 0; i < patches->Size(); ++i) {
      auto fill = ToFieldPathOf(ItemAt(*patches, i),
                                Below(path, {"patches", absl::StrCat(i)}));
      if (fill.has_value()) chain_.fills.push_back(*std::move(fill));
    }
  }

  // The native input has the policy and the key of extra resources in each
  // entry.
  void FillEntries(const Run& run) {
    for (size_t i = run.first; i < run.first + run.count; ++i) {
      const Value& step = At(i);
      if (KindOf(step)->role != StepRole::kExtraResources) continue;
      const Value* list =
          ListMember(InputMember(step, "spec"), "extraResources");
      if (list == nullptr) continue;
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
               absl::StrCat("{resolution: ", ScalarYaml(resolution), "}"), "",
               true});
        }
        if (!key.empty()) {
          chain_.fills.push_back(
              {entry, "contextKey", ScalarYaml(key), "", true});
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

JoinedTtl JoinTtls(const std::vector<const Value*>& steps, size_t index) {
  JoinedTtl joined;
  std::vector<Ttl> all;
  all.reserve(steps.size());
  for (const Value* step : steps) all.push_back(TtlOf(*step));
  if (all.size() == 1) {
    joined.text = all[0].text;
    return joined;
  }
  const Ttl* least = nullptr;
  for (const Ttl& ttl : all) {
    if (ttl.value == absl::ZeroDuration()) continue;
    if (least == nullptr || ttl.value < least->value) least = &ttl;
  }
  const absl::Duration value = least == nullptr ? kDefault : least->value;
  if (value != kDefault) joined.text = least->text;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].text.empty() || all[i].value == value) continue;
    joined.notes.push_back(
        {{"spec", "pipeline", absl::StrCat(index + i), "input",
          std::string(MemberOfTtl(*steps[i]))},
         absl::StrCat(all[i].text,
                      " is left out: the step that this one becomes part of "
                      "has a TTL of ",
                      joined.text.empty() ? "60s" : joined.text)});
  }
  return joined;
}

std::optional<std::string> WhyApart(const std::vector<const Value*>& before,
                                    const Value& step) {
  for (const Reason& reason : kReasons) {
    for (const Value* earlier : before) {
      if (reason.applies(*earlier, step)) return std::string(reason.why);
    }
  }
  return std::nullopt;
}

Chain ReadChain(const Value& composition, const std::string& name) {
  const Value* pipeline =
      ListMember(MemberOf(&composition, "spec"), "pipeline");
  if (pipeline == nullptr) return {};
  return ChainReader(*pipeline, name).Read();
}

}  // namespace loom
