// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_notes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "crossplane/call/earlier_steps.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/lint/lint.h"
#include "tools/render/composed_notes.h"
#include "tools/run/documents.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// For NotesBefore.

void Append(const Diagnostics& more, Diagnostics* notes) {
  notes->insert(notes->end(), more.begin(), more.end());
}

// A directory may hold the objects of many Compositions.
constexpr size_t kMostNotAskedFor = 10;

// The group and the kind of an object.
std::pair<std::string, std::string> KindOf(const Value& object) {
  return {std::string(GroupOf(ApiVersion(object))), std::string(Kind(object))};
}

std::pair<std::string, std::string> KindOf(const fn::Resource& resource,
                                           Pool* pool) {
  auto object = ToTree(resource.resource(), pool);
  if (!object.ok()) return {};
  return KindOf(*object);
}

// Whether a composed resource is of the kind that a document defines.
bool DefinesComposed(const YamlDocument& document,
                     const PipelineOutcome& outcome) {
  if (!IsDefinition(document.root)) return false;
  const std::string group = ScalarText(Dig(document.root, {"spec", "group"}));
  const std::string kind =
      ScalarText(Dig(document.root, {"spec", "names", "kind"}));
  Pool pool;
  return absl::c_any_of(outcome.desired.resources(), [&](const auto& each) {
    return KindOf(each.second, &pool) == std::pair(group, kind);
  });
}

// A file that is named on the command line is meant for this composite. A directory may
// have what others need.
bool IsOfDirectory(const std::string& file, const RenderOptions& options) {
  return absl::c_any_of(options.required, [&](const std::string& path) {
    return IsDirectory(path) &&
           absl::StartsWith(file,
                            absl::StrCat(absl::StripSuffix(path, "/"), "/"));
  });
}

void AddNotAskedFor(const PipelineInputs& inputs,
                    const PipelineOutcome& outcome,
                    const RenderOptions& options, Diagnostics* notes) {
  std::vector<fn::ResourceSelector> asked;
  for (const StepRun& run : outcome.steps) {
    for (const StepRequirement& each : run.asked)
      asked.push_back(each.selector);
  }
  Diagnostics all = inputs.given.resources.NotAskedFor(
      asked, [&](const YamlDocument& document) {
        return DefinesComposed(document, outcome) ||
               (!options.notes_all_objects &&
                IsOfDirectory(document.At({}).file, options));
      });
  size_t reported = std::min(all.size(), kMostNotAskedFor);
  Append({all.begin(), all.begin() + reported}, notes);
  if (reported == all.size()) return;
  notes->push_back({.message = absl::StrCat(
                        all.size() - reported,
                        " more objects were passed, but no function requests "
                        "them")});
}

// A namespaced composite composes into its own namespace alone.
void AddNamespacesOfBases(const PipelineInputs& inputs, const Corpus& corpus,
                          Diagnostics* notes) {
  const Value& composite = inputs.composite.root;
  const absl::string_view own = Namespace(composite);
  if (own.empty()) return;
  std::vector<const YamlDocument*> given;
  for (const YamlDocument& each : inputs.given.resources.documents()) {
    given.push_back(&each);
  }
  auto add = [&](const LintInput& input, const LintResource& resource,
                 absl::string_view member, Diagnostic note) {
    note.path = input.At(absl::StrCat(resource.BasePlace(), ".", member));
    note.position = Locate(input.document->yaml, note.path);
    notes->push_back(std::move(note));
  };
  for (const auto& input : corpus.inputs()) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      if (resource.base == nullptr) continue;
      const absl::string_view other = Namespace(*resource.base);
      if (IsClusterScoped(*resource.base, given)) {
        add(*input, resource, "kind",
            {.message = absl::StrCat("Crossplane refuses to compose ",
                                     WithArticle(Kind(*resource.base)),
                                     ", which is cluster-scoped, for ",
                                     Kind(composite), " ", Name(composite),
                                     ", which has a namespace")});
      } else if (!other.empty() && other != own) {
        add(*input, resource, "metadata.namespace",
            OverwrittenNamespace(composite, other));
      }
    }
  }
}

// Adds what these rules of lint find.
void AddFindings(const Corpus& corpus,
                 absl::FunctionRef<bool(const LintRule&)> chosen,
                 Diagnostics* notes) {
  RuleSeverities only;
  for (const LintRule& rule : LintRules()) {
    if (!chosen(rule)) only[std::string(rule.name)] = DiagnosticSeverity::kOff;
  }
  for (Diagnostic& finding : Lint(corpus, only).findings) {
    if (finding.suppressed) continue;
    if (!finding.help.empty())
      absl::StrAppend(&finding.message, "; ", finding.help);
    finding.help.clear();
    notes->push_back(std::move(finding));
  }
}

// The rule of lint about a failure that lasts.
constexpr absl::string_view kLasts = "env/waits-for-itself";

// The rule of lint for such a field.
constexpr absl::string_view kUndeclared = "schema/status-undeclared";

// Whether two paths are the same, or one leads through the other.
bool Meet(absl::string_view a, absl::string_view b) {
  return IsWithin(a, b) || IsWithin(b, a);
}

// The place in the Composition that writes a field of the status: the last one counts.
std::optional<YamlPosition> WriterOfStatus(const Corpus& corpus,
                                           absl::string_view field) {
  std::optional<YamlPosition> found;
  for (const auto& input : corpus.inputs()) {
    const YamlDocument& document = input->document->yaml;
    if (const Value* status = Find(*input->value, "status");
        input->native() && status != nullptr) {
      const std::string place = input->At(field);
      const YamlPosition at = Locate(document, place);
      if (at.offset != Locate(document, input->At("status")).offset) found = at;
    }
    for (const LintPatch& patch : AllPatchesOf(*input)) {
      if (patch.type->to == Endpoint::kDesiredComposite &&
          Meet(patch.to.text(), field)) {
        found = Locate(document, input->At(patch.ToPlace()));
      }
    }
  }
  return found;
}

// What the API server refuses of the composite's status, as its definition has
// it. What lint has found is not said again.
void AddStatusMistakes(const PipelineInputs& inputs, const Corpus& corpus,
                       const PipelineOutcome& outcome, Diagnostics* notes) {
  if (!inputs.definition.has_value()) return;
  const Value& composite = inputs.composite.root;
  auto schema =
      SchemaOf(*inputs.definition, ApiVersion(composite), Kind(composite));
  const auto form = FormOf(inputs.definition->root, Kind(composite));
  if (!schema.ok() || *schema == nullptr || !form.has_value()) return;
  Pool pool;
  const Value whole =
      CompositeSchema(inputs.definition->root, **schema, *form, &pool);
  auto desired = ToTree(outcome.desired.composite().resource(), &pool);
  const Value* status = desired.ok() ? Dig(*desired, {"status"}) : nullptr;
  if (status == nullptr) return;
  const Value& of_status = *Dig(whole, {"properties", "status"});
  for (const Violation& each : ViolationsOf(of_status, *status, &pool)) {
    std::string path = "status";
    if (!each.path.empty()) absl::StrAppend(&path, ".", PathText(each.path));
    const bool unknown = each.kind == ViolationKind::kUnknownField;
    const std::string field =
        unknown ? absl::StrCat(path, ".", each.unknown_member) : path;
    if (absl::c_any_of(*notes, [&](const Diagnostic& note) {
          return note.rule == kUndeclared && IsWithin(note.subject, field);
        })) {
      continue;
    }
    notes->push_back(
        {.rule = std::string(kUndeclared),
         .position = WriterOfStatus(corpus, field)
                         .value_or(inputs.definition->At({"spec", "versions"})),
         .path = path,
         .message = absl::StrCat(each.said(),
                                 "; the API server refuses the whole status"),
         .subject = field});
  }
}

// The warnings of functions, at the places that they are about.
void AddWarnings(const PipelineOutcome& outcome, Diagnostics* notes) {
  for (const StepResult& result : outcome.results) {
    if (result.result.severity() != fn::SEVERITY_WARNING) continue;
    Diagnostic note{.message = absl::StrCat("step \"", result.step,
                                            "\": ", result.result.message())};
    if (result.reason.has_value()) {
      const Reason& reason = *result.reason;
      note.position = reason.position;
      // Messages of Go name only the part of the path that is missing.
      if (!absl::StrContains(note.message, reason.source)) {
        absl::StrAppend(&note.message, "; ", reason.source, " is missing");
      }
    }
    notes->push_back(std::move(note));
  }
}

// What of `status` in a file a person means as a text: YAML reads True as a boolean.
void AddConditionsThatAreNoText(const YamlDocument& document,
                                Diagnostics* notes) {
  const absl::Span<const Value> conditions =
      ItemsAt(document.root, {"status", "conditions"});
  for (size_t i = 0; i < conditions.size(); ++i) {
    const Value* status = Dig(conditions[i], {"status"});
    if (status == nullptr || status->IsString() || status->IsNull()) continue;
    const std::string path = absl::StrCat("status.conditions[", i, "].status");
    notes->push_back(
        {.position = Locate(document, path),
         .path = path,
         .message = absl::StrCat("expected a string, got ", KindName(*status),
                                 "; write it in quotes")});
  }
}

// Details that are missing although nothing has to be waited for.
void AddMissingDetails(const PipelineOutcome& outcome, Diagnostics* notes) {
  constexpr char kType[] = "ConnectionDetailsReady";
  for (const auto& [name, resource] : outcome.desired.resources()) {
    if (resource.ready() != fn::READY_TRUE) return;
  }
  for (const fn::Condition& condition : outcome.conditions) {
    if (condition.type() != kType ||
        condition.status() == fn::STATUS_CONDITION_TRUE) {
      continue;
    }
    Diagnostic note{
        .rule = kType,
        .message = absl::StrCat(kType, ": ", condition.message(),
                                ", although all resources are ready"),
        .subject = condition.message()};
    // Each step has the condition of all steps so far.
    if (!HasSubjectOf(*notes, note)) notes->push_back(std::move(note));
  }
}

// For TimingsText.

double Milliseconds(absl::Duration time) {
  return absl::ToDoubleMilliseconds(time);
}

std::string Where(const Route& route) {
  switch (route.kind) {
    case Route::Kind::kInProcess:
      return "in process";
    case Route::Kind::kRemote:
      return route.target;
    case Route::Kind::kSkipped:
      break;
  }
  return "left out";
}

// Resources by their group and kind.
using NamesByKind =
    std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

// A template that got another name makes another object.
std::string RenamedTo(const std::vector<std::string>& gone,
                      const std::vector<std::string>& added) {
  if (gone.size() != 1 || added.size() != 1) return "";
  return absl::StrCat(
      " and create ", added[0], ", which is new; if ", gone[0],
      " was renamed, keep its name, or in the native input add it to the "
      "aliases of ",
      added[0]);
}

// Names the resources that keep the names that they had before.
void AddAliases(const PipelineOutcome& outcome, Diagnostics* notes) {
  const auto& context = outcome.context.fields();
  const auto steps = context.find(std::string(kStepsKey));
  if (steps == context.end()) return;
  const auto& fields = steps->second.struct_value().fields();
  const auto aliases = fields.find("aliases");
  if (aliases == fields.end()) return;
  for (const auto& each : aliases->second.list_value().values()) {
    auto text = [&each](const char* field) {
      const auto found = each.struct_value().fields().find(field);
      return found == each.struct_value().fields().end()
                 ? std::string()
                 : found->second.string_value();
    };
    notes->push_back(
        {.message = absl::StrCat("the resource ", text("name"), " exists as ",
                                 text("alias"), ", and keeps this name")});
  }
}

// Names the observed resources that the pipeline leaves out.
void AddDeleted(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                Diagnostics* notes) {
  NamesByKind gone, added;
  for (const auto& [name, document] : inputs.observed) {
    if (!name.empty() && !outcome.desired.resources().contains(name)) {
      gone[KindOf(document.root)].push_back(name);
    }
  }
  Pool pool;
  std::set<std::string> observed;
  for (const auto& [name, document] : inputs.observed) observed.insert(name);
  for (const auto& [name, resource] : outcome.desired.resources()) {
    if (!gone.empty() && !observed.contains(name)) {
      added[KindOf(resource, &pool)].push_back(name);
    }
  }
  for (const auto& [name, document] : inputs.observed) {
    const auto kind = KindOf(document.root);
    if (!absl::c_linear_search(gone[kind], name)) continue;
    notes->push_back(
        {.position = document.At({}),
         .message = absl::StrCat("no step desires the resource ", name,
                                 "; Crossplane would delete it",
                                 RenamedTo(gone[kind], added[kind]))});
  }
}

}  // namespace

void AddInputs(const PipelineInputs& inputs, Corpus* corpus) {
  // A recorded call has no Composition.
  if (inputs.given.names.has_value()) return corpus->Sort();
  corpus->Add(inputs.composition);
  std::vector<const YamlNodes*> files = {&inputs.composition.document.nodes()};
  if (inputs.definition.has_value()) {
    corpus->Add(*inputs.definition);
    files.push_back(&inputs.definition->nodes());
  }
  std::map<const YamlNodes*, std::map<uint32_t, const YamlDocument*>> given;
  for (const YamlDocument& each : inputs.given.resources.documents()) {
    given[&each.nodes()][each.node()] = &each;
    if (Kind(each.root) == "EnvironmentConfig") files.push_back(&each.nodes());
  }
  for (const YamlNodes* file : files) {
    for (const auto& [node, document] : given[file]) corpus->Add(*document);
    given.erase(file);
  }
  corpus->Sort();
}

Diagnostics NotesBefore(const PipelineInputs& inputs, const Corpus& corpus,
                        const RenderOptions& options) {
  Diagnostics notes;
  Append(inputs.notes, &notes);
  if (!options.without_effect.empty()) {
    notes.push_back(
        {.message = absl::StrCat("flags without effect: ",
                                 absl::StrJoin(options.without_effect, ", "),
                                 "; nothing is downloaded or started here")});
  }
  for (const PipelineStep& step : inputs.composition.steps) {
    if (inputs.routes[step.index].kind == Route::Kind::kInProcess) {
      Append(FindInputMistakes(inputs.composition, step,
                               DiagnosticSeverity::kWarning),
             &notes);
    }
    if (inputs.routes[step.index].kind == Route::Kind::kSkipped) {
      notes.push_back({.message = absl::StrCat("step \"", step.name, "\" (",
                                               step.place, ") is skipped")});
    }
  }
  AddNamespacesOfBases(inputs, corpus, &notes);
  AddFindings(
      corpus, [](const LintRule& rule) { return rule.in_render; }, &notes);
  AddConditionsThatAreNoText(inputs.composite, &notes);
  for (const auto& [name, document] : inputs.observed) {
    AddConditionsThatAreNoText(document, &notes);
  }
  for (const YamlDocument& document : inputs.given.resources.documents()) {
    AddConditionsThatAreNoText(document, &notes);
  }
  return notes;
}

void AddNotesAfter(const PipelineInputs& inputs, const Corpus& corpus,
                   const PipelineOutcome& outcome, const RenderOptions& options,
                   Diagnostics* notes) {
  Append(outcome.notes, notes);
  if (!outcome.status.ok()) {
    AddFindings(
        corpus, [](const LintRule& rule) { return rule.name == kLasts; },
        notes);
    return;
  }
  AddComposedNotes(inputs, corpus, outcome, notes);
  AddStatusMistakes(inputs, corpus, outcome, notes);
  // What a cluster has is not meant for this composite alone.
  if (!inputs.is_stored) AddNotAskedFor(inputs, outcome, options, notes);
  // It may be that of a step that was left out.
  const bool ran_all = absl::c_none_of(inputs.routes, [](const Route& route) {
    return route.kind == Route::Kind::kSkipped;
  });
  if (!inputs.is_stored || ran_all) AddDeleted(inputs, outcome, notes);
  AddAliases(outcome, notes);
  if (!options.results) AddWarnings(outcome, notes);
  AddMissingDetails(outcome, notes);
}

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings) {
  size_t name_width = 4, where_width = 5;
  for (const PipelineStep& step : inputs.composition.steps) {
    name_width = std::max(name_width, step.name.size());
    where_width =
        std::max(where_width, Where(inputs.routes[step.index]).size());
  }
  auto row = [&](absl::string_view name, absl::string_view where) {
    return absl::StrFormat("%-*s  %-*s", name_width, name, where_width, where);
  };
  std::string text = row("step", "where") + "  calls  resources       ms\n";
  for (const PipelineStep& step : inputs.composition.steps) {
    text += row(step.name, Where(inputs.routes[step.index]));
    // A step that was left out, or comes behind one that failed, has no time.
    auto timing = std::find_if(
        steps.begin(), steps.end(),
        [&](const StepRun& each) { return each.step == step.index; });
    if (timing != steps.end()) {
      text += absl::StrFormat("  %5d  %9d  %7.2f", timing->calls,
                              timing->resources, Milliseconds(timing->time));
    }
    absl::StripTrailingAsciiWhitespace(&text);
    text += "\n";
  }
  return text + absl::StrFormat("read %.2f  write %.2f  total %.2f\n",
                                Milliseconds(timings.read),
                                Milliseconds(timings.write),
                                Milliseconds(timings.total));
}

}  // namespace loom
