// SPDX-License-Identifier: Apache-2.0
#include "tools/run/json_document.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "command_line/json_writer.h"
#include "data/value/json.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

void WriteReady(fn::Ready ready, JsonWriter* json) {
  json->Key("ready");
  if (ready == fn::READY_TRUE || ready == fn::READY_FALSE) {
    json->Bool(ready == fn::READY_TRUE);
  } else {
    json->Null();
  }
}

void WriteSelector(const fn::ResourceSelector& selector, JsonWriter* json) {
  json->Object([&] {
    json->Text("apiVersion", selector.api_version());
    json->Text("kind", selector.kind());
    json->TextIfAny("namespace", selector.namespace_());
    if (selector.has_match_name()) {
      json->Text("matchName", selector.match_name());
    }
    if (!selector.has_match_labels()) return;
    const auto& labels = selector.match_labels().labels();
    json->Key("matchLabels").Object([&] {
      for (const auto& [name, value] :
           std::map<std::string, std::string>(labels.begin(), labels.end())) {
        json->Text(name, value);
      }
    });
  });
}

absl::string_view StatusText(fn::Status status) {
  if (status == fn::STATUS_CONDITION_TRUE) return "True";
  return status == fn::STATUS_CONDITION_FALSE ? "False" : "Unknown";
}

// Trees as JSON: what cannot be printed is known before anything is written.
struct Trees {
  std::string composite;
  std::vector<std::string> composed;  // in the order of their names
  std::string context;
};

absl::StatusOr<Trees> PrintTrees(const PipelineInputs& inputs,
                                 const PipelineOutcome& outcome,
                                 const JsonDocumentOptions& options,
                                 Pool* pool) {
  Trees trees;
  if (outcome.status.ok()) {
    LOOM_ASSIGN_OR_RETURN(Value composite,
                          CompositeDocument(inputs.composite, outcome,
                                            options.full_composite, pool));
    LOOM_ASSIGN_OR_RETURN(trees.composite, CompactJson(composite));
    LOOM_ASSIGN_OR_RETURN(std::vector<Value> composed,
                          ComposedDocuments(inputs, outcome, pool));
    for (const Value& document : composed) {
      LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(document));
      trees.composed.push_back(std::move(json));
    }
  }
  if (options.context && outcome.has_context) {
    LOOM_ASSIGN_OR_RETURN(Value context, ToTree(outcome.context, pool));
    LOOM_ASSIGN_OR_RETURN(trees.context, CompactJson(context));
  }
  return trees;
}

class Document {
 public:
  Document(const PipelineInputs& inputs, const PipelineOutcome& outcome,
           JsonWriter* json)
      : inputs_(inputs), outcome_(outcome), json_(*json) {}

  void WriteComposed(const std::vector<std::string>& documents) {
    const auto& resources = outcome_.desired.resources();
    std::map<std::string, fn::Ready> ready;
    for (const auto& [name, resource] : resources) {
      ready[name] = resource.ready();
    }
    auto document = documents.begin();
    json_.Array("composed", ready, [&](const auto& resource) {
      json_.Object([&] {
        json_.Text("name", resource.first);
        json_.Key("resource").Raw(*document++);
        WriteReady(resource.second, &json_);
      });
    });
  }

  // Those of a legacy composite, which Crossplane writes to its Secret.
  void WriteDetails(bool show_secrets) {
    const auto& details = outcome_.desired.composite().connection_details();
    if (details.empty()) return;
    json_.Key("connectionDetails").Object([&] {
      for (const auto& [key, value] :
           DetailValues(details.begin(), details.end())) {
        json_.Text(key, show_secrets ? value : "(secret)");
      }
    });
  }

  void WriteWithheld() {
    std::set<std::string> reported;
    json_.Array("withheld", outcome_.reasons, [&](const Reason& each) {
      if (each.kind != Reason::Kind::kWithheld) return;
      if (!reported.insert(each.resource).second) return;
      json_.Object([&] {
        json_.Text("name", each.resource);
        json_.Text("why", each.why);
        WritePosition(each.position, each.path, &json_.Key("position"));
      });
    });
  }

  void WriteKept() {
    std::vector<Reason> kept = outcome_.reasons;
    std::erase_if(kept, [](const Reason& each) {
      return each.kind != Reason::Kind::kKept;
    });
    if (kept.empty()) return;
    json_.Array("kept", kept, [&](const Reason& each) {
      json_.Object([&] {
        json_.Text("name", each.resource);
        json_.Text("why", each.why);
      });
    });
  }

  void WriteResults() {
    json_.Array("results", outcome_.results, [&](const StepResult& each) {
      json_.Object([&] {
        json_.Text("step", each.step);
        json_.Text("severity", fn::Severity_Name(each.result.severity()));
        json_.TextIfAny("reason", each.result.reason());
        json_.Text("message", each.result.message());
      });
    });
  }

  void WriteConditions() {
    json_.Array(
        "conditions", outcome_.conditions, [&](const fn::Condition& each) {
          json_.Object([&] {
            json_.Text("type", each.type());
            json_.Text("status", StatusText(each.status()));
            json_.TextIfAny("reason", each.reason());
            json_.TextIfAny("message", each.message());
            json_.Text("target", each.target() == fn::TARGET_COMPOSITE_AND_CLAIM
                                     ? "CompositeAndClaim"
                                     : "Composite");
          });
        });
  }

  // What the steps asked for.
  void WriteRequirements() {
    json_.Array("requirements", outcome_.steps, [&](const StepRun& run) {
      for (const StepRequirement& each : run.asked) {
        json_.Object([&] {
          WriteRequirement(run, each);
          json_.Number("answered", each.answered);
        });
      }
    });
  }

  // Writes the requirements that found nothing.
  void WriteMissing() {
    json_.Array("missing", outcome_.steps, [&](const StepRun& run) {
      for (const StepRequirement& each : run.asked) {
        if (each.answered > 0) continue;
        json_.Object([&] { WriteRequirement(run, each); });
      }
    });
  }

  void WriteSteps() {
    std::map<size_t, const StepRun*> runs;
    for (const StepRun& run : outcome_.steps) runs[run.step] = &run;
    json_.Array("steps", inputs_.composition.steps,
                [&](const PipelineStep& step) {
                  const Route& route = inputs_.routes[step.index];
                  json_.Object([&] {
                    json_.Text("name", step.name);
                    json_.Text("function", step.function);
                    json_.Text("where", route.kind == Route::Kind::kRemote
                                            ? absl::string_view(route.target)
                                        : route.kind == Route::Kind::kSkipped
                                            ? "skipped"
                                            : "in-process");
                    const StepRun* run = runs[step.index];
                    json_.Number("calls", run == nullptr ? 0 : run->calls);
                    if (run != nullptr && run->ttl > absl::ZeroDuration()) {
                      json_.Text("ttl", absl::FormatDuration(run->ttl));
                    }
                  });
                });
  }

 private:
  void WriteRequirement(const StepRun& run, const StepRequirement& each) {
    json_.Text("step", inputs_.composition.steps[run.step].name);
    json_.Text("key", each.key);
    WriteSelector(each.selector, &json_.Key("selector"));
  }

  const PipelineInputs& inputs_;
  const PipelineOutcome& outcome_;
  JsonWriter& json_;
};

}  // namespace

absl::StatusOr<std::string> JsonDocument(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const JsonDocumentOptions& options,
                                         Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Trees trees,
                        PrintTrees(inputs, outcome, options, pool));
  JsonWriter json;
  Document document(inputs, outcome, &json);
  json.Object([&] {
    json.Text("format", "loom.render/v1");
    if (outcome.status.ok()) {
      json.Key("composite").Raw(trees.composite);
      document.WriteDetails(options.show_secrets);
      document.WriteComposed(trees.composed);
    }
    document.WriteWithheld();
    document.WriteKept();
    document.WriteResults();
    document.WriteConditions();
    if (!trees.context.empty()) json.Key("context").Raw(trees.context);
    document.WriteRequirements();
    document.WriteSteps();
    document.WriteMissing();
  });
  std::string line = json.Line();
  if (options.secrets == nullptr || options.secrets->empty()) return line;
  // Everything that the document says may quote a value.
  LOOM_ASSIGN_OR_RETURN(Value tree, ParseJson(line, pool));
  options.secrets->Redact(&tree, pool);
  LOOM_ASSIGN_OR_RETURN(line, CompactJson(tree));
  return absl::StrCat(line, "\n");
}

}  // namespace loom
