// SPDX-License-Identifier: Apache-2.0
#include "tools/render/render_command.h"

#include <unistd.h>

#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "crossplane/objects/object.h"
#include "data/go/regexp.h"
#include "data/value/object.h"
#include "data/yaml/writer.h"
#include "tools/inputs/live_inputs.h"
#include "tools/inputs/render_options.h"
#include "tools/render/operation_output.h"
#include "tools/render/render_notes.h"
#include "tools/render/watched_render.h"
#include "tools/run/difference.h"
#include "tools/run/documents.h"
#include "tools/run/input_secrets.h"
#include "tools/run/json_document.h"
#include "tools/run/pipeline.h"
#include "tools/simulation/server_side_apply.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

// For RenderOutput.

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

// The documents, and behind them those that the options ask for.
absl::StatusOr<std::string> Texts(std::vector<Value> documents,
                                  const PipelineOutcome& outcome,
                                  const RenderOptions& options,
                                  const SecretTexts& secrets, Pool* pool) {
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
  for (Value& document : documents) {
    secrets.Redact(&document, pool);
    absl::StatusOr<std::string> yaml = WriteYaml(document);
    if (!yaml.ok()) {
      return Annotate(yaml.status(), absl::StrCat("cannot print ",
                                                  WithArticle(Kind(document))));
    }
    absl::StrAppend(&text, "---\n", *yaml);
  }
  return text;
}

// For RunRender.

struct Rendered {
  std::string text;
  // Whether the content is wrong all the same, so that the exit code is 1.
  bool is_wrong = false;
};

// Instead of the text, how it differs from what is expected.
absl::StatusOr<Rendered> Compare(const std::string& text,
                                 const RenderOptions& options,
                                 const SecretTexts& secrets, std::istream& in,
                                 Pool* pool) {
  Files files(in, pool);
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> expected,
                        files.ReadAll({options.expected}));
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> rendered,
                        ReadYaml("the rendered output", text, pool));
  std::string difference =
      DifferenceOf(expected, {absl::StrCat("only in ", options.expected)},
                   rendered, options.subset, secrets);
  return Rendered{Printed(difference), !difference.empty()};
}

// What of an object Crossplane applies, and nobody else decides.
Value OfApply(const Value& object, Pool* pool) {
  Value shown = Copy(object, pool);
  shown.RemoveMember("status");
  if (Value* metadata = Find(shown, "metadata", pool);
      metadata != nullptr && metadata->IsObject()) {
    metadata->RemoveMember("managedFields");
    metadata->RemoveMember("ownerReferences");
  }
  return shown;
}

// How the composed resources will differ from those of the cluster.
absl::StatusOr<Rendered> CompareWithCluster(const PipelineInputs& inputs,
                                            const PipelineOutcome& outcome,
                                            const SecretTexts& secrets,
                                            std::ostream& err, Pool* pool) {
  LOOM_RETURN_IF_ERROR(outcome.status);
  LOOM_ASSIGN_OR_RETURN(std::vector<Value> composed,
                        ComposedDocuments(inputs, outcome, pool));
  std::vector<YamlDocument> before, after;
  std::set<std::string> desired;
  bool has_managers = true;
  for (const Value& document : composed) {
    const std::string name =
        std::string(Annotation(document, kResourceNameAnnotation).value_or(""));
    desired.insert(name);
    const Value wanted = OfApply(document, pool);
    auto there = inputs.observed.find(name);
    if (there == inputs.observed.end()) {
      after.push_back(inputs.composite.Part({}, Copy(wanted, pool)));
      continue;
    }
    const YamlDocument& observed = there->second;
    has_managers &=
        Dig(observed.root, {"metadata", "managedFields"}) != nullptr;
    before.push_back(observed.Part({}, OfApply(observed.root, pool)));
    after.push_back(observed.Part(
        {}, OfApply(Applied(observed.root, wanted, kComposedManager,
                            ObjectPart::kMain, pool),
                    pool)));
  }
  const bool ran_all = absl::c_none_of(inputs.routes, [](const Route& route) {
    return route.kind == Route::Kind::kSkipped;
  });
  for (const auto& [name, observed] : inputs.observed) {
    // It may be that of a step that was left out.
    if (desired.contains(name) || !ran_all) continue;
    before.push_back(observed.Part({}, OfApply(observed.root, pool)));
  }
  if (!has_managers) {
    PrintNote(
        "metadata.managedFields are missing, so removed fields are not shown; "
        "gather them with --managed-fields",
        err);
  }
  const std::string difference = DifferenceOf(before, {"deleted", "created"},
                                              after, /*subset=*/false, secrets);
  return Rendered{Printed(difference), !difference.empty()};
}

// What must not be printed: nothing of a Secret of the cluster. Secrets in the files of
// the command line are known to whoever has the files.
SecretTexts SecretsOf(const LiveInputs& live, const RenderOptions& options) {
  if (!options.cluster || options.show_secrets) return {};
  return SecretsIn(live.inputs, live.secrets);
}

// An error without the values.
absl::Status Redacted(const absl::Status& status, const SecretTexts& secrets) {
  return secrets.empty() || status.ok()
             ? status
             : absl::Status(status.code(), secrets.Redacted(status.message()));
}

absl::StatusOr<std::string> Print(const PipelineInputs& inputs,
                                  const PipelineOutcome& outcome,
                                  const RenderOptions& options,
                                  const SecretTexts& secrets, Pool* pool) {
  if (options.format == RenderFormat::kYaml) {
    LOOM_RETURN_IF_ERROR(outcome.status);
    return RenderOutput(inputs, outcome, options, pool, secrets);
  }
  // What could not be run is reported as every other error of the command line.
  if (absl::IsInvalidArgument(outcome.status)) return outcome.status;
  return JsonDocument(inputs, outcome,
                      {.full_composite = options.full_composite,
                       .context = options.context,
                       .show_secrets = options.show_secrets,
                       .secrets = &secrets},
                      pool);
}

// Whether a step failed as --expect-fatal says.
absl::Status CheckFatal(const PipelineOutcome& outcome,
                        const std::string& pattern, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Regexp regexp, Regexp::Compile(pattern));
  for (const StepResult& each : outcome.results) {
    if (each.result.severity() != fn::SEVERITY_FATAL) continue;
    LOOM_ASSIGN_OR_RETURN(const bool matches,
                          regexp.Matches(each.result.message(), pool));
    if (matches) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("step \"", each.step,
                     "\" returned a FATAL result that does not match \"",
                     pattern, "\": ", each.result.message()));
  }
  LOOM_RETURN_IF_ERROR(outcome.status);
  return absl::FailedPreconditionError(absl::StrCat(
      "no step returned a FATAL result, but --expect-fatal expects "
      "one that matches \"",
      pattern, "\""));
}

absl::StatusOr<Rendered> RenderLive(const LiveInputs& live,
                                    const SecretTexts& secrets,
                                    const RenderOptions& options,
                                    absl::Time began, std::istream& in,
                                    std::ostream& err, Pool* pool) {
  const PipelineInputs& inputs = live.inputs;
  const absl::Time read = absl::Now();
  Corpus corpus;
  AddInputs(inputs, &corpus);
  Diagnostics notes = NotesBefore(inputs, corpus, options);
  PipelineOutcome outcome = RunPipeline(inputs, absl::Now() + options.timeout);
  AddNotesAfter(inputs, corpus, outcome, options, &notes);
  if (!options.quiet) {
    for (const Diagnostic& note : notes) {
      PrintNote(secrets.Redacted(TextOf(note)), err);
    }
  }
  if (!options.expected_fatal.empty()) {
    LOOM_RETURN_IF_ERROR(CheckFatal(outcome, options.expected_fatal, pool));
    return Rendered{"", options.strict && !notes.empty()};
  }
  const absl::Time ran = absl::Now();
  if (options.against_cluster) {
    LOOM_ASSIGN_OR_RETURN(
        Rendered rendered,
        CompareWithCluster(inputs, outcome, secrets, err, pool));
    rendered.is_wrong |= live.is_incomplete;
    return rendered;
  }
  // What is compared is complete, and redacted when it is shown.
  LOOM_ASSIGN_OR_RETURN(
      std::string text,
      Print(inputs, outcome, options,
            options.expected.empty() ? secrets : SecretTexts(), pool));
  if (options.timings) {
    const absl::Time wrote = absl::Now();
    err << Printed(TimingsText(inputs, outcome.steps,
                               {read - began, wrote - ran, wrote - began}));
  }
  Rendered rendered{std::move(text)};
  if (!options.expected.empty()) {
    LOOM_ASSIGN_OR_RETURN(rendered,
                          Compare(rendered.text, options, secrets, in, pool));
  }
  if (!outcome.status.ok()) {
    PrintErrors(Redacted(outcome.status, secrets), err);
  }
  rendered.is_wrong |= live.is_incomplete;
  rendered.is_wrong |=
      !outcome.status.ok() || (options.strict && !notes.empty());
  return rendered;
}

absl::StatusOr<Rendered> RenderAll(const RenderOptions& options,
                                   std::istream& in, std::ostream& err) {
  const absl::Time began = absl::Now();
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(const LiveInputs live,
                        LoadInputs(options, in, err, &pool));
  const SecretTexts secrets = SecretsOf(live, options);
  absl::StatusOr<Rendered> rendered =
      RenderLive(live, secrets, options, began, in, err, &pool);
  if (!rendered.ok()) return Redacted(rendered.status(), secrets);
  return rendered;
}

}  // namespace

absl::StatusOr<std::string> RenderOutput(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool,
                                         const SecretTexts& secrets) {
  std::vector<Value> documents;
  if (inputs.is_operation) {
    LOOM_ASSIGN_OR_RETURN(documents, OperationOutput(inputs, outcome, pool));
    return Texts(std::move(documents), outcome, options, secrets, pool);
  }
  LOOM_ASSIGN_OR_RETURN(Value composite,
                        CompositeDocument(inputs.composite, outcome,
                                          options.full_composite, pool));
  documents.push_back(std::move(composite));
  LOOM_ASSIGN_OR_RETURN(std::vector<Value> composed,
                        ComposedDocuments(inputs, outcome, pool));
  for (Value& document : composed) documents.push_back(std::move(document));
  return Texts(std::move(documents), outcome, options, secrets, pool);
}

int RunRender(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    return Refuse("render", arguments, status, out, err);
  };
  absl::StatusOr<RenderOptions> options = ParseRenderOptions(arguments);
  if (!options.ok()) return fail(options.status());
  if (options->help) {
    out << HelpText(RenderHelp());
    return 0;
  }
  if (options->watch) {
    auto render = [&]() -> std::optional<std::string> {
      absl::StatusOr<Rendered> rendered = RenderAll(*options, in, err);
      if (rendered.ok()) return std::move(rendered->text);
      PrintErrors(rendered.status(), err);
      return std::nullopt;
    };
    WatchRender(
        *options, render, [&out] { return out.good(); },
        &out == &std::cout && isatty(STDOUT_FILENO) != 0, out, err);
    return 2;
  }
  absl::StatusOr<Rendered> rendered = RenderAll(*options, in, err);
  if (!rendered.ok()) return fail(rendered.status());
  out << rendered->text << std::flush;
  if (!out) return 2;
  return rendered->is_wrong ? 1 : 0;
}

int RenderCommand(int argc, const char* const* argv) {
  return RunRender({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
