// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/json_document.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/pipeline/composed_documents.h"
#include "tools/pipeline/composite_document.h"
#include "tools/pipeline/struct_message.h"

namespace loom {
namespace {

constexpr char kFormat[] = "loom.render/v1";

std::string Quoted(absl::string_view text) {
  std::string quoted;
  AppendJsonString(text, &quoted);
  return quoted;
}

// An object of JSON whose members keep their order.
class JsonObject {
 public:
  JsonObject& Add(absl::string_view name, absl::string_view json) {
    absl::StrAppend(&text_, text_.empty() ? "" : ",", Quoted(name), ":", json);
    return *this;
  }
  JsonObject& Text(absl::string_view name, absl::string_view text) {
    return Add(name, Quoted(text));
  }
  // Leaves out what is empty.
  JsonObject& TextIfAny(absl::string_view name, absl::string_view text) {
    return text.empty() ? *this : Text(name, text);
  }
  std::string text() const { return absl::StrCat("{", text_, "}"); }

 private:
  std::string text_;
};

class JsonList {
 public:
  void Add(absl::string_view json) {
    absl::StrAppend(&text_, text_.empty() ? "" : ",", json);
  }
  std::string text() const { return absl::StrCat("[", text_, "]"); }

 private:
  std::string text_;
};

absl::string_view ReadyText(fn::Ready ready) {
  if (ready == fn::READY_TRUE) return "true";
  return ready == fn::READY_FALSE ? "false" : "null";
}

std::string SelectorJson(const fn::ResourceSelector& selector) {
  JsonObject json;
  json.Text("apiVersion", selector.api_version()).Text("kind", selector.kind());
  json.TextIfAny("namespace", selector.namespace_());
  if (selector.has_match_name()) json.Text("matchName", selector.match_name());
  if (selector.has_match_labels()) {
    const auto& labels = selector.match_labels().labels();
    JsonObject pairs;
    for (const auto& [name, value] :
         std::map<std::string, std::string>(labels.begin(), labels.end())) {
      pairs.Text(name, value);
    }
    json.Add("matchLabels", pairs.text());
  }
  return json.text();
}

absl::string_view StatusText(fn::Status status) {
  if (status == fn::STATUS_CONDITION_TRUE) return "True";
  return status == fn::STATUS_CONDITION_FALSE ? "False" : "Unknown";
}

class Document {
 public:
  Document(const PipelineInputs& inputs, const PipelineOutcome& outcome,
           Pool* pool)
      : inputs_(inputs), outcome_(outcome), pool_(pool) {}

  std::string Withheld() const {
    JsonList list;
    std::set<std::string> told;
    for (const Lacking& each : outcome_.lacking) {
      if (!each.withheld || !told.insert(each.resource).second) continue;
      list.Add(JsonObject()
                   .Text("name", each.resource)
                   .Text("why", each.why)
                   .Add("position", PositionJson(each.position, each.path))
                   .text());
    }
    return list.text();
  }

  absl::StatusOr<std::string> Composed() const {
    LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
                          ComposedDocuments(inputs_, outcome_, pool_));
    const auto& resources = outcome_.desired.resources();
    std::map<std::string, fn::Ready> ready;
    for (const auto& [name, resource] : resources) {
      ready[name] = resource.ready();
    }
    JsonList list;
    auto document = documents.begin();
    for (const auto& [name, is_ready] : ready) {
      LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(*document++));
      list.Add(JsonObject()
                   .Text("name", name)
                   .Add("resource", json)
                   .Add("ready", ReadyText(is_ready))
                   .text());
    }
    return list.text();
  }

  std::string Results() const {
    JsonList list;
    for (const StepResult& each : outcome_.results) {
      JsonObject json;
      json.Text("step", each.step);
      json.Text("severity", fn::Severity_Name(each.result.severity()));
      json.TextIfAny("reason", each.result.reason());
      list.Add(json.Text("message", each.result.message()).text());
    }
    return list.text();
  }

  std::string Conditions() const {
    JsonList list;
    for (const fn::Condition& each : outcome_.conditions) {
      list.Add(JsonObject()
                   .Text("type", each.type())
                   .Text("status", StatusText(each.status()))
                   .TextIfAny("reason", each.reason())
                   .TextIfAny("message", each.message())
                   .text());
    }
    return list.text();
  }

  // What the steps asked for; with `missing` what was not given of it.
  std::string Requirements(bool missing) const {
    JsonList list;
    for (const StepRun& run : outcome_.steps) {
      for (const StepRequirement& each : run.asked) {
        if (missing && each.answered > 0) continue;
        JsonObject json;
        json.Text("step", StepAt(run.step).name).Text("key", each.key);
        json.Add("selector", SelectorJson(each.selector));
        if (!missing) json.Add("answered", absl::StrCat(each.answered));
        list.Add(json.text());
      }
    }
    return list.text();
  }

  std::string Steps() const {
    std::map<size_t, int> calls;
    for (const StepRun& run : outcome_.steps) calls[run.step] = run.calls;
    JsonList list;
    for (const PipelineStep& step : inputs_.composition.steps) {
      const Route& route = inputs_.routes[step.index];
      list.Add(JsonObject()
                   .Text("name", step.name)
                   .Text("function", step.function)
                   .Text("where", route.kind == Route::Kind::kRemote
                                      ? absl::string_view(route.target)
                                  : route.kind == Route::Kind::kSkipped
                                      ? "skipped"
                                      : "in-process")
                   .Add("calls", absl::StrCat(calls[step.index]))
                   .text());
    }
    return list.text();
  }

 private:
  const PipelineStep& StepAt(size_t index) const {
    return inputs_.composition.steps[index];
  }

  const PipelineInputs& inputs_;
  const PipelineOutcome& outcome_;
  Pool* pool_;
};

}  // namespace

absl::StatusOr<std::string> JsonDocument(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const JsonDocumentOptions& options,
                                         Pool* pool) {
  const Document document(inputs, outcome, pool);
  JsonObject json;
  json.Text("format", kFormat);
  if (outcome.status.ok()) {
    LOOM_ASSIGN_OR_RETURN(Value composite,
                          CompositeDocument(inputs.composite, outcome,
                                            options.full_composite, pool));
    LOOM_ASSIGN_OR_RETURN(std::string text, CompactJson(composite));
    json.Add("composite", text);
    LOOM_ASSIGN_OR_RETURN(text, document.Composed());
    json.Add("composed", text);
  }
  json.Add("withheld", document.Withheld());
  json.Add("results", document.Results());
  json.Add("conditions", document.Conditions());
  if (options.context && outcome.has_context) {
    LOOM_ASSIGN_OR_RETURN(Value context, ToTree(outcome.context, pool));
    LOOM_ASSIGN_OR_RETURN(std::string text, CompactJson(context));
    json.Add("context", text);
  }
  json.Add("requirements", document.Requirements(/*missing=*/false));
  json.Add("steps", document.Steps());
  json.Add("missing", document.Requirements(/*missing=*/true));
  return json.text() + "\n";
}

}  // namespace loom
