// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_output.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/pipeline/composed_documents.h"
#include "tools/pipeline/composite_document.h"
#include "tools/pipeline/struct_message.h"
#include "tools/yaml/writer.h"

namespace loom {
namespace {

Value RenderObject(const char* kind, Pool* pool) {
  Value object = Object();
  Set(object, "apiVersion", Borrow("render.crossplane.io/v1beta1"), pool);
  Set(object, "kind", Borrow(kind), pool);
  return object;
}

Value ResultDocument(const StepResult& result, Pool* pool) {
  Value document = RenderObject("Result", pool);
  fn::Severity severity = result.result.severity();
  std::string name = fn::Severity_Name(severity);
  if (name.empty()) name = absl::StrCat(static_cast<int>(severity));
  Set(document, "step", Text(result.step, pool), pool);
  Set(document, "severity", Text(name, pool), pool);
  Set(document, "message", Text(result.result.message(), pool), pool);
  return document;
}

absl::StatusOr<Value> ContextDocument(const google::protobuf::Struct& context,
                                      Pool* pool) {
  Value document = RenderObject("Context", pool);
  LOOM_ASSIGN_OR_RETURN(Value fields, ToTree(context, pool));
  // Go prints a map that nothing was ever put into as null.
  if (fields.ObjectEmpty()) fields = Value();
  Set(document, "fields", std::move(fields), pool);
  return document;
}

}  // namespace

absl::StatusOr<std::string> RenderOutput(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool) {
  std::vector<Value> documents;
  LOOM_ASSIGN_OR_RETURN(Value composite,
                        CompositeDocument(inputs.composite, outcome,
                                          options.full_composite, pool));
  documents.push_back(std::move(composite));
  LOOM_ASSIGN_OR_RETURN(std::vector<Value> composed,
                        ComposedDocuments(inputs, outcome, pool));
  for (Value& document : composed) documents.push_back(std::move(document));
  if (options.results) {
    for (const StepResult& result : outcome.results) {
      documents.push_back(ResultDocument(result, pool));
    }
  }
  if (options.context && outcome.has_context) {
    LOOM_ASSIGN_OR_RETURN(Value context,
                          ContextDocument(outcome.context, pool));
    documents.push_back(std::move(context));
  }
  std::string text;
  for (const Value& document : documents) {
    absl::StatusOr<std::string> yaml = WriteYaml(document);
    if (!yaml.ok()) {
      return Annotate(yaml.status(),
                      absl::StrCat("cannot print a ", Kind(document)));
    }
    absl::StrAppend(&text, "---\n", *yaml);
  }
  return text;
}

}  // namespace loom
