// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/environment/extra_resources.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/workspace/template_names.h"

namespace loom {
namespace {

// The configs that an input selects.
struct Selects {
  const LintInput* input;
  std::string place;     // of the section that has the list
  const Value* section;  // nullptr: the input has no such section
  std::string list;      // the member of the section
};

Selects SelectsOf(const LintInput& input) {
  if (input.native()) {
    return {&input, "environment", Dig(*input.value, {"environment"}),
            "configs"};
  }
  const Value* spec = input.dialect() == Dialect::kEnvironmentConfigs
                          ? Dig(*input.value, {"spec"})
                          : nullptr;
  return {&input, "spec", spec, "environmentConfigs"};
}

struct Entry {
  std::string place;  // in the input
  const Value* value;
  bool is_selector;
  // Not for EnvironmentConfigs, but for the ConfigMaps or Secrets of a cluster.
  bool is_other_kind;
};

std::vector<Entry> EntriesOf(const Selects& selects) {
  std::vector<Entry> entries;
  if (selects.section == nullptr) return entries;
  const absl::Span<const Value> list =
      ItemsAt(*selects.section, {selects.list});
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i].IsObject()) continue;
    const std::string type = ScalarText(Find(list[i], "type"));
    entries.push_back(
        {absl::StrCat(selects.place, ".", selects.list, "[", i, "]"), &list[i],
         type == "Selector", type == "ConfigMap" || type == "Secret"});
  }
  return entries;
}

// The given EnvironmentConfigs of the version that is read.
class Configs {
 public:
  explicit Configs(const Corpus& corpus) {
    for (const LintDocument* each :
         corpus.OfKind(DocumentKind::kEnvironmentConfig)) {
      const Value& root = each->yaml.root;
      bool alpha = ApiVersion(root) == "apiextensions.crossplane.io/v1alpha1";
      (alpha ? alpha_ : current_)[std::string(Name(root))] = &root;
    }
  }

  bool none() const { return current_.empty() && alpha_.empty(); }
  const Value* Named(const std::string& name) const {
    auto found = current_.find(name);
    return found == current_.end() ? nullptr : found->second;
  }
  bool IsAlpha(const std::string& name) const { return alpha_.contains(name); }
  const std::map<std::string, const Value*>& current() const {
    return current_;
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    names.reserve(current_.size());
    for (const auto& [name, config] : current_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, const Value*> current_;
  std::map<std::string, const Value*> alpha_;
};

void CheckReference(const Selects& selects, const Entry& entry,
                    const Configs& configs, LintFindings* findings) {
  const std::string name = ScalarText(Dig(*entry.value, {"ref", "name"}));
  if (name.empty() || configs.none() || configs.Named(name)) return;
  bool alpha = configs.IsAlpha(name);
  findings->Add(
      "env/config-missing", *selects.input->document,
      selects.input->At(entry.place + ".ref.name"),
      alpha ? absl::StrCat("the EnvironmentConfig ", name,
                           " is v1alpha1, which is not supported")
            : absl::StrCat("no file contains the EnvironmentConfig ", name),
      alpha ? "use apiextensions.crossplane.io/v1beta1"
            : MeantHelp(NearestName(name, configs.Names())));
}

// Whether a config has all labels of a selector whose labels are literal.
bool Matches(const Value& config, const Value& labels) {
  for (const Value& label : Items(labels)) {
    auto value = Label(config, ScalarText(Dig(label, {"key"})));
    if (!value.has_value() || *value != ScalarText(Dig(label, {"value"}))) {
      return false;
    }
  }
  return true;
}

bool AreLiteral(const Value* labels) {
  if (labels == nullptr || !labels->IsArray() || labels->Empty()) return false;
  for (const Value& label : Items(*labels)) {
    if (ScalarText(Dig(label, {"type"})) != "Value") return false;
  }
  return true;
}

std::vector<const Value*> NamedBy(const Entry& entry, const Configs& configs) {
  const Value* config =
      configs.Named(ScalarText(Dig(*entry.value, {"ref", "name"})));
  if (config == nullptr) return {};
  return {config};
}

// Returns whether a config has a label with the key, and with the value if it is literal.
bool MayMatch(const Value& config, const Value& label) {
  const auto value = Label(config, ScalarText(Dig(label, {"key"})));
  const Value* literal = Dig(label, {"value"});
  return value.has_value() &&
         (literal == nullptr || *value == ScalarText(literal));
}

std::vector<const Value*> MayBeSelected(const Entry& entry,
                                        const Configs& configs) {
  std::vector<const Value*> selected;
  const absl::Span<const Value> labels =
      ItemsAt(*entry.value, {"selector", "matchLabels"});
  for (const auto& [name, config] : configs.current()) {
    const Value* each = config;
    if (absl::c_all_of(labels, [each](const Value& label) {
          return MayMatch(*each, label);
        })) {
      selected.push_back(each);
    }
  }
  return selected;
}

// Which of two values wins depends on the names of the configs, which nobody
// chose for that. With sortByFieldPath an author has said it.
void CheckConflict(const Selects& selects, const Entry& entry,
                   const Configs& configs, LintFindings* findings) {
  const Value* selector = Dig(*entry.value, {"selector"});
  if (selector == nullptr || !selector->IsObject() ||
      ScalarText(Find(*selector, "mode")) != "Multiple" ||
      Find(*selector, "sortByFieldPath") != nullptr ||
      Find(*selector, "maxMatch") != nullptr) {
    return;
  }
  const Value* labels = Find(*selector, "matchLabels");
  if (!AreLiteral(labels)) return;
  std::map<std::string, std::pair<std::string, const Value*>> seen;
  for (const auto& [name, config] : configs.current()) {
    const Value* data = Dig(*config, {"data"});
    if (!Matches(*config, *labels) || data == nullptr || !data->IsObject()) {
      continue;
    }
    for (const Member& member : Members(*data)) {
      // Objects are united.
      if (member.value.IsObject()) continue;
      const std::string key(View(member.name));
      auto [first, added] = seen.try_emplace(key, name, &member.value);
      if (added || Equal(*first->second.second, member.value)) continue;
      findings->Add(
          "env/conflict", *selects.input->document,
          selects.input->At(entry.place + ".selector"),
          absl::StrCat("the EnvironmentConfigs ", first->second.first, " and ",
                       name, " set ", key,
                       " to different values, and the last name wins"),
          "set the order with sortByFieldPath");
    }
  }
}

void CheckOptional(const Selects& selects, const Entry& entry,
                   LintFindings* findings) {
  if (selects.input->native() || !entry.is_selector) return;
  if (ScalarText(Dig(*selects.section, {"policy", "resolution"})) !=
      "Optional") {
    return;
  }
  const std::string mode = ScalarText(Dig(*entry.value, {"selector", "mode"}));
  if (!mode.empty() && mode != "Single") return;
  findings->Add("env/optional-selector", *selects.input->document,
                selects.input->At(entry.place + ".selector"),
                "resolution: Optional does not apply to a selector of mode "
                "Single, which fails without a match",
                "write mode: Multiple with maxMatch: 1, or use the native "
                "input");
}

void AddKeys(const Value* object, std::set<std::string>* keys) {
  if (object == nullptr || !object->IsObject()) return;
  for (const Member& member : Members(*object)) {
    keys->insert(std::string(View(member.name)));
  }
}

// All keys that an environment may have.
class KnownKeys {
 public:
  // false: there may be others.
  bool Collect(const LintPipeline& pipeline, const Configs& configs) {
    if (pipeline.has_other_steps || configs.none()) return false;
    bool selects_any = false;
    for (const LintInput* input : pipeline.inputs) {
      const Selects selects = SelectsOf(*input);
      std::vector<Entry> entries = EntriesOf(selects);
      selects_any = selects_any || !entries.empty();
      // References write what nobody knows, where they say.
      for (absl::string_view section :
           {"references", "identities", "extraResources"}) {
        if (Dig(*input->value, {section}) != nullptr) return false;
      }
      if (selects.section != nullptr) {
        AddKeys(Dig(*selects.section, {"defaultData"}), &keys_);
      }
      for (const Entry& entry : entries) {
        if (!AddEntry(entry, configs)) return false;
      }
      for (const LintPatch& patch : AllPatchesOf(*input)) {
        if (patch.type->to != Endpoint::kEnvironment) continue;
        if (!AddPath(patch.to)) return false;
      }
    }
    return selects_any;
  }

  bool Has(const std::string& key) const {
    return keys_.contains(key) || key == "apiVersion" || key == "kind";
  }
  std::vector<std::string> Names() const {
    return {keys_.begin(), keys_.end()};
  }

 private:
  bool AddEntry(const Entry& entry, const Configs& configs) {
    if (entry.is_other_kind) return false;
    const std::vector<const Value*> selected =
        entry.is_selector ? MayBeSelected(entry, configs)
                          : NamedBy(entry, configs);
    if (selected.empty()) return false;
    const std::string to = ScalarText(Find(*entry.value, "toFieldPath"));
    if (to.empty()) {
      for (const Value* each : selected) AddKeys(Dig(*each, {"data"}), &keys_);
      return true;
    }
    auto path = Path::Parse(to);
    return path.ok() && AddPath(*path);
  }

  bool AddPath(const Path& path) {
    if (path.segments().empty() || path.segments()[0].IsWildcard()) {
      return false;
    }
    keys_.insert(path.segments()[0].field);
    return true;
  }

  std::set<std::string> keys_;
};

// What a pipeline reads from the environment.
struct EnvironmentRead {
  const LintInput* input;
  std::string place;
  std::vector<Segment> path;
  bool in_expression;
  bool is_optional;  // the expression has a result without it
};

// What was meant by a path that nothing sets. The data of an EnvironmentConfig is the
// environment itself.
std::string PathMeant(const EnvironmentRead& read, const KnownKeys& known) {
  const absl::Span<const Segment> path = read.path;
  const std::string& key = path[0].field;
  if (key == "data" && path.size() > 1 && !path[1].is_index &&
      known.Has(path[1].field)) {
    return absl::StrCat(read.in_expression ? "environment." : "",
                        ToString(path.subspan(1)));
  }
  return NearestName(key, known.Names());
}

std::vector<EnvironmentRead> EnvironmentReadsOf(const LintPipeline& pipeline) {
  std::vector<EnvironmentRead> reads;
  auto add = [&](const LintInput* input, const std::string& place,
                 absl::Span<const Segment> path, bool in_expression,
                 bool is_optional) {
    if (path.empty() || path[0].IsWildcard() || path[0].is_index) return;
    reads.push_back(
        {input, place, {path.begin(), path.end()}, in_expression, is_optional});
  };
  for (const LintInput* input : pipeline.inputs) {
    const std::vector<LintResource>& resources = ResourcesOf(*input);
    for (const LintExpression& each : ExpressionsOf(*input, resources)) {
      for (const ExpressionRead& read : ReadsOf(each.text)) {
        if (read.name != "environment") continue;
        add(input, each.place, read.path, true, read.is_optional);
      }
    }
    for (const LintPatch& patch : AllPatchesOf(*input)) {
      if (patch.type->from != Endpoint::kEnvironment) continue;
      for (const LintSource& source : SourcesOf(patch)) {
        add(input, source.place, source.path.segments(), false, false);
      }
    }
  }
  return reads;
}

void CheckKeys(const LintPipeline& pipeline, const Configs& configs,
               LintFindings* findings) {
  KnownKeys known;
  if (!known.Collect(pipeline, configs)) return;
  for (const EnvironmentRead& read : EnvironmentReadsOf(pipeline)) {
    const std::string& key = read.path[0].field;
    if (known.Has(key)) continue;
    // A default says that the key may be missing, unless it is misspelled.
    const std::string meant = PathMeant(read, known);
    if (read.is_optional && meant.empty()) continue;
    findings->Add("env/unknown-key", *read.input->document,
                  read.input->At(read.place),
                  absl::StrCat("nothing sets ", key, " in the environment"),
                  MeantHelp(meant));
  }
}

// The names that a step gives extra resources in the context, unless the key of the
// context is that of the environment.
std::vector<std::string> ExtraResourcesOf(const LintInput& input) {
  std::vector<std::string> names;
  const bool is_native = input.native();
  if (!is_native && input.dialect() != Dialect::kExtraResources) return names;
  const Value* context = Dig(*input.value, {"spec", "context", "key"});
  if (!is_native && context != nullptr) return names;
  for (const Value& each :
       is_native ? ItemsAt(*input.value, {"extraResources"})
                 : ItemsAt(*input.value, {"spec", "extraResources"})) {
    if (Dig(each, {"contextKey"}) != nullptr) continue;
    names.push_back(ScalarText(Dig(each, {"into"})));
  }
  return names;
}

// Whether only patches set the environment: nothing is selected for it, and no step of
// another function may write it.
bool OnlyPatchesSetEnvironment(const LintPipeline& pipeline) {
  return !pipeline.has_other_steps &&
         absl::c_all_of(pipeline.inputs, [](const LintInput* input) {
           return SelectsOf(*input).section == nullptr &&
                  Find(*input->value, "references") == nullptr &&
                  Find(*input->value, "identities") == nullptr;
         });
}

// Extra resources that are read as if they were in the environment.
void CheckExtraResources(const LintPipeline& pipeline, LintFindings* findings) {
  if (!OnlyPatchesSetEnvironment(pipeline)) return;
  std::set<std::string> written;
  std::map<std::string, const LintInput*> extra;
  for (const LintInput* input : pipeline.inputs) {
    for (const std::string& name : ExtraResourcesOf(*input)) {
      extra.emplace(name, input);
    }
    for (const LintPatch& patch : AllPatchesOf(*input)) {
      if (patch.type->to != Endpoint::kEnvironment) continue;
      const absl::Span<const Segment> to = patch.to.segments();
      if (!to.empty()) written.insert(to[0].field);
    }
  }
  if (extra.empty()) return;
  for (const EnvironmentRead& read : EnvironmentReadsOf(pipeline)) {
    const std::string& key = read.path[0].field;
    const auto found = extra.find(key);
    if (found == extra.end() || written.contains(key)) continue;
    findings->Add(
        "env/unknown-key", *read.input->document, read.input->At(read.place),
        absl::StrCat(key, " is in the context under ", kExtraResourcesKey,
                     ", not in the environment"),
        found->second->native()
            ? absl::StrCat("write an expression with required.", key)
            : absl::StrCat("write context: {key: ", kEnvironmentKey,
                           "} in spec of step ", found->second->step + 1));
  }
}

// Whether only the patches of the pipeline set keys of the environment.
bool SetsByPatchesOnly(const LintPipeline& pipeline) {
  static constexpr absl::string_view kSections[] = {
      "externalReferences", "extraResources", "identities", "references",
      "typedReferences"};
  for (const Value& step :
       ItemsAt(pipeline.document->yaml.root, {"spec", "pipeline"})) {
    if (!step.IsObject() || MayMakeResources(step)) return false;
  }
  return absl::c_all_of(pipeline.inputs, [](const LintInput* input) {
    const Value& value = *input->value;
    return input->dialect() != Dialect::kEnvironmentConfigs &&
           input->dialect() != Dialect::kExtraResources &&
           Dig(value, {"environment", "configs"}) == nullptr &&
           Dig(value, {"environment", "defaultData"}) == nullptr &&
           absl::c_none_of(kSections, [&](absl::string_view section) {
             return Find(value, section) != nullptr;
           });
  });
}

bool SetsKey(const LintPatch& patch, const Segment& key) {
  const auto& to = patch.to.segments();
  return patch.type->to == Endpoint::kEnvironment &&
         (to.empty() || to[0].IsWildcard() || to[0] == key);
}

// The resource after the one at `at` that sets a key; nullptr if none does, or if a patch
// before may set it.
const LintResource* OnlySetLater(const LintPipeline& pipeline,
                                 const LintInput& input, size_t at,
                                 const Segment& key) {
  const std::vector<LintResource>& resources = ResourcesOf(input);
  auto sets = [&](const LintResource& resource) {
    return absl::c_any_of(resource.patches, [&](const LintPatch& patch) {
      return SetsKey(patch, key);
    });
  };
  for (const LintInput* other : pipeline.inputs) {
    const bool elsewhere =
        absl::c_any_of(AllPatchesOf(*other), [&](const LintPatch& patch) {
          const bool by_resource =
              other == &input && (absl::StartsWith(patch.place, "resources[") ||
                                  absl::StartsWith(patch.place, "patchSets["));
          return !by_resource && SetsKey(patch, key);
        });
    if (elsewhere) return nullptr;
  }
  const LintResource* later = nullptr;
  for (size_t i = resources.size(); i-- > 0;) {
    if (!sets(resources[i])) continue;
    if (i <= at) return nullptr;
    later = &resources[i];
  }
  return later;
}

// The resources of a step are made in their order, and the environment begins anew in each
// call.
void CheckSetLater(const LintPipeline& pipeline, LintFindings* findings) {
  if (!SetsByPatchesOnly(pipeline)) return;
  for (const LintInput* input : pipeline.inputs) {
    const std::vector<LintResource>& resources = ResourcesOf(*input);
    for (size_t i = 0; i < resources.size(); ++i) {
      for (const LintPatch& patch : resources[i].patches) {
        const auto& from = patch.from.segments();
        if (patch.type->from != Endpoint::kEnvironment || from.empty() ||
            from[0].IsWildcard()) {
          continue;
        }
        const LintResource* later = OnlySetLater(pipeline, *input, i, from[0]);
        if (later == nullptr) continue;
        const std::string name(IdOfTemplate(*later->value));
        findings->Add(
            "env/unknown-key", *input->document,
            input->At(patch.place + ".fromFieldPath"),
            absl::StrCat("only resource ", name, " sets ", from[0].field,
                         " in the environment, and it comes later"),
            absl::StrCat("put ", name, " before ",
                         IdOfTemplate(*resources[i].value)));
      }
    }
  }
}

// What is not below `data` is dropped by the API server.
void CheckData(const Corpus& corpus, LintFindings* findings) {
  for (const LintDocument* each :
       corpus.OfKind(DocumentKind::kEnvironmentConfig)) {
    const Value& root = each->yaml.root;
    if (Find(root, "data") != nullptr) continue;
    std::string other;
    for (const Member& member : Members(root)) {
      const absl::string_view name = View(member.name);
      if (name != "apiVersion" && name != "kind" && name != "metadata") {
        other = std::string(name);
      }
    }
    findings->Add(
        "env/no-data", *each, other,
        absl::StrCat("the EnvironmentConfig ", Name(root),
                     " has no data, so it merges nothing"),
        other.empty() ? "" : absl::StrCat("write data instead of ", other),
        other.empty() ? YamlPart::kValue : YamlPart::kKey);
  }
}

}  // namespace

void CheckEnvironments(const Corpus& corpus, LintFindings* findings) {
  CheckData(corpus, findings);
  const Configs configs(corpus);
  for (const auto& input : corpus.inputs()) {
    const Selects selects = SelectsOf(*input);
    for (const Entry& entry : EntriesOf(selects)) {
      if (entry.is_other_kind) continue;
      CheckOptional(selects, entry, findings);
      if (!entry.is_selector) {
        CheckReference(selects, entry, configs, findings);
      } else {
        CheckConflict(selects, entry, configs, findings);
      }
    }
  }
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    // An input on its own does not say what other steps set.
    if (pipeline.document->kind == DocumentKind::kComposition) {
      CheckKeys(pipeline, configs, findings);
      CheckSetLater(pipeline, findings);
      CheckExtraResources(pipeline, findings);
    }
  }
}

}  // namespace loom
