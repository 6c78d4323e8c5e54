// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/go/regexp.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/workspace/template_names.h"

namespace loom {
namespace {

bool IsPattern(absl::string_view text) {
  return text.find_first_of("\\.+*?()|[]{}^$") != text.npos;
}

// The names of the composed resources of a pipeline, and the patterns that match them.
class MadeNames : public TemplateNames {
 public:
  void AddInput(const Value& input) {
    Add(input);
    for (const Value& each : ItemsAt(input, {"resources"})) {
      if (!each.IsObject()) continue;
      for (absl::string_view member : {"base", "template"}) {
        const Value* made = Find(each, member);
        if (made != nullptr && made->IsObject() && !IsProviderObject(*made)) {
          no_objects_.emplace_back(IdOfTemplate(each));
        }
      }
    }
  }

  // Whether a template of that name makes something that is no Object of
  // provider-kubernetes.
  bool IsNoObject(const std::string& name) const {
    return absl::c_linear_search(no_objects_, name);
  }

  // Returns the loop whose name a pattern matches, but none of its items, which are named
  // LOOP-KEY; "" for none.
  std::string LoopMissedBy(const std::string& pattern) const {
    Pool pool;
    auto regexp = Regexp::Compile(pattern);
    if (!regexp.ok()) return "";
    for (const std::string& loop : loops()) {
      if (regexp->MatchesWhole(loop, &pool).value_or(false) &&
          !regexp->MayMatchFrom(loop + "-", &pool).value_or(true)) {
        return loop;
      }
    }
    return "";
  }

  // Whether a regular expression fits one of the names; as a whole, but for one of
  // function-sequencer with an anchor. Of the keys of a loop nothing is known.
  bool Matches(const std::string& pattern, bool sequence) const {
    Pool pool;
    auto regexp = Regexp::Compile(pattern);
    if (!regexp.ok()) return true;
    auto fits = [](const absl::StatusOr<bool>& matches) {
      return !matches.ok() || *matches;
    };
    if (sequence &&
        (absl::StartsWith(pattern, "^") || absl::EndsWith(pattern, "$"))) {
      return !loops().empty() ||
             absl::c_any_of(all(), [&](const std::string& name) {
               return fits(regexp->Matches(name, &pool));
             });
    }
    return absl::c_any_of(all(),
                          [&](const std::string& name) {
                            return fits(regexp->MatchesWhole(name, &pool));
                          }) ||
           absl::c_any_of(
               loops(),
               [&](const std::string& loop) {
                 return fits(regexp->MayMatchFrom(loop + "-", &pool));
               }) ||
           MayMatchComputed(*regexp);
  }

 private:
  std::vector<std::string> no_objects_;
};

class NameCheck {
 public:
  NameCheck(const LintInput& input, const MadeNames& names,
            LintFindings* findings)
      : input_(input), names_(names), findings_(findings) {}

  void Run() {
    Expressions();
    if (input_.dialect() == Dialect::kSequencer) {
      Sequences();
    } else if (input_.native()) {
      for (absl::string_view section :
           {"connectionDetails", "externalReferences", "externalValues",
            "identities", "objectConnectionDetails", "references",
            "typedReferences"}) {
        const Value* value = Find(*input_.value, section);
        if (value != nullptr) Walk(std::string(section), "", *value);
      }
      Names("expect");
      Names("resources");
      Patterns("dependencies", "resource");
      Outsiders();
      Patterns("readiness.rules", "resource");
      Removals();
    }
  }

 private:
  void Expressions() {
    const std::vector<LintResource>& resources = ResourcesOf(input_);
    for (const LintExpression& each : ExpressionsOf(input_, resources)) {
      for (const ExpressionRead& read : ReadsOf(each.text)) {
        const bool state = read.name == "observed" || read.name == "desired";
        if (!state || read.path.size() < 2 ||
            read.path[0].field != "resources" || read.path[1].is_index) {
          continue;
        }
        const std::string& name = read.path[1].field;
        if (names_.IsLoop(name)) {
          ItemOf(each.place, read.name, name);
          continue;
        }
        // In resources.main-db, the hyphen is an error of its own.
        if (read.path.size() == 2 &&
            absl::StrContains(each.text, absl::StrCat(".", name, "-"))) {
          continue;
        }
        Name(each.place, name);
      }
    }
  }

  // The members that name a composed resource, and none that names a kind.
  void Walk(const std::string& place, absl::string_view key,
            const Value& value) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        Walk(absl::StrCat(place, "[", i, "]"), key, ItemAt(value, i));
      }
    }
    if (!value.IsObject() || key == "resourceSelector") return;
    const bool of_kind = key == "fromObject" || key == "fromRef" ||
                         (key == "references" && !absl::EndsWith(place, "]"));
    for (const Member& member : Members(value)) {
      const absl::string_view name = View(member.name);
      const std::string at = absl::StrCat(place, ".", name);
      const bool names_one = (name == "resource" && !of_kind) ||
                             (name == "name" && key == "fromResource");
      if (names_one && member.value.IsString()) {
        Name(at, std::string(View(member.value)));
      }
      Walk(at, name, member.value);
    }
  }

  // A list of names in the section readiness.
  void Names(absl::string_view member) {
    const absl::Span<const Value> list =
        ItemsAt(*input_.value, {"readiness", member});
    for (size_t i = 0; i < list.size(); ++i) {
      Pattern(absl::StrCat("readiness.", member, "[", i, "]"), &list[i]);
    }
  }

  void Patterns(const std::string& list, absl::string_view member) {
    const size_t point = list.find('.');
    const Value* entries =
        point == list.npos
            ? Find(*input_.value, list)
            : Dig(*input_.value, {absl::string_view(list).substr(0, point),
                                  absl::string_view(list).substr(point + 1)});
    if (entries == nullptr || !entries->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < entries->Size(); ++i) {
      const Value& entry = ItemAt(*entries, i);
      if (!entry.IsObject()) continue;
      const std::string place = absl::StrCat(list, "[", i, "]");
      Pattern(absl::StrCat(place, ".", member), Find(entry, member));
      const absl::Span<const Value> others = ItemsAt(entry, {"dependsOn"});
      for (size_t k = 0; k < others.size(); ++k) {
        if (!others[k].IsObject()) continue;
        Pattern(absl::StrCat(place, ".dependsOn[", k, "].", member),
                Find(others[k], member));
      }
    }
  }

  void Removals() {
    const absl::Span<const Value> entries = ItemsAt(*input_.value, {"remove"});
    for (size_t i = 0; i < entries.size(); ++i) {
      const std::string place = absl::StrCat("remove[", i, "]");
      if (entries[i].IsObject()) {
        Pattern(absl::StrCat(place, ".name"), Find(entries[i], "name"));
      } else {
        Pattern(place, &entries[i]);
      }
    }
  }

  // A name without a kind is that of an Object in the cluster.
  void Outsiders() {
    const absl::Span<const Value> entries =
        ItemsAt(*input_.value, {"dependencies"});
    for (size_t i = 0; i < entries.size(); ++i) {
      const absl::Span<const Value> others = ItemsAt(entries[i], {"dependsOn"});
      for (size_t k = 0; k < others.size(); ++k) {
        const std::string name = ScalarText(Dig(others[k], {"name"}));
        if (Dig(others[k], {"kind"}) != nullptr ||
            Dig(others[k], {"namespace"}) != nullptr ||
            !names_.IsNoObject(name)) {
          continue;
        }
        findings_->Add(
            "resource/unknown-name", *input_.document,
            input_.At(
                absl::StrCat("dependencies[", i, "].dependsOn[", k, "].name")),
            absl::StrCat("name: ", name, " waits for an Object ", name,
                         " in the cluster, not for the resource ", name,
                         " of this pipeline"),
            MeantHelp(absl::StrCat("resource: ", name)));
        findings_->all().back().mild = true;
      }
    }
  }

  void Sequences() {
    const absl::Span<const Value> rules = ItemsAt(*input_.value, {"rules"});
    for (size_t i = 0; i < rules.size(); ++i) {
      const absl::Span<const Value> sequence = ItemsAt(rules[i], {"sequence"});
      for (size_t k = 0; k < sequence.size(); ++k) {
        Pattern(absl::StrCat("rules[", i, "].sequence[", k, "]"), &sequence[k]);
      }
    }
  }

  void Pattern(const std::string& place, const Value* value) {
    if (value == nullptr || !value->IsString()) return;
    const std::string pattern(View(*value));
    if (!IsPattern(pattern)) return Name(place, pattern);
    const bool sequence = input_.dialect() == Dialect::kSequencer;
    if (const std::string loop = names_.LoopMissedBy(pattern);
        !sequence && !loop.empty()) {
      return Add(
          place,
          absl::StrCat("the regular expression ", pattern, " matches the loop ",
                       loop, ", but none of its items"),
          absl::StrCat("write ", loop, "-.* for its items"));
    }
    if (names_.Matches(pattern, sequence)) return;
    // As shells write it.
    const std::string meant = absl::StrReplaceAll(
        absl::StrReplaceAll(pattern, {{".*", "*"}}), {{"*", ".*"}});
    Add(place,
        absl::StrCat("the regular expression ", pattern,
                     " matches no composed resource"),
        meant != pattern && names_.Matches(meant, sequence) ? MeantHelp(meant)
                                                            : "");
  }

  void ItemOf(const std::string& place, const std::string& state,
              const std::string& loop) {
    Add(place,
        absl::StrCat("no composed resource is called ", loop,
                     ": the template has forEach, so its resources are called ",
                     loop, "-KEY"),
        absl::StrCat("write ", state, ".resources['", loop, "-' + …]"));
  }

  void Name(const std::string& place, const std::string& name) {
    if (name.empty() || names_.Has(name)) return;
    Add(place, absl::StrCat("no template creates the resource ", name),
        names_.AdviceFor(name));
  }

  void Add(const std::string& place, const std::string& message,
           const std::string& help) {
    findings_->Add("resource/unknown-name", *input_.document, input_.At(place),
                   absl::StrCat(message, help.empty() ? "" : "; ", help));
  }

  const LintInput& input_;
  const MadeNames& names_;
  LintFindings* findings_;
};

}  // namespace

void CheckNames(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const Value* steps =
        Dig(pipeline.document->yaml.root, {"spec", "pipeline"});
    if (pipeline.document->kind != DocumentKind::kComposition ||
        steps == nullptr || !steps->IsArray() ||
        absl::c_any_of(Items(*steps), [](const Value& step) {
          return !step.IsObject() || MayMakeResources(step);
        })) {
      continue;
    }
    MadeNames names;
    for (const LintInput* input : pipeline.inputs)
      names.AddInput(*input->value);
    if (names.all().empty()) continue;
    for (const LintInput* input : pipeline.inputs) {
      NameCheck(*input, names, findings).Run();
    }
  }
}

}  // namespace loom
