// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/render_once.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/yaml/writer.h"
#include "tools/inputs/render_inputs.h"
#include "tools/run/documents.h"
#include "tools/run/pipeline.h"

namespace loom {

absl::StatusOr<RenderedOnce> RenderOnce(RenderSources sources,
                                        const RenderOptions& options,
                                        Files* files, Pool* pool) {
  sources.is_stored = true;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        InputsOf(std::move(sources), options, files, pool));
  const PipelineOutcome outcome =
      RunPipeline(inputs, absl::Now() + options.timeout);
  LOOM_RETURN_IF_ERROR(outcome.status);
  RenderedOnce rendered;
  LOOM_ASSIGN_OR_RETURN(
      Value composite,
      CompositeDocument(inputs.composite, outcome, /*full=*/true, pool));
  LOOM_ASSIGN_OR_RETURN(rendered.documents,
                        ComposedDocuments(inputs, outcome, pool));
  rendered.documents.insert(rendered.documents.begin(), std::move(composite));
  for (const Value& document : rendered.documents) {
    LOOM_ASSIGN_OR_RETURN(const std::string yaml, WriteYaml(document));
    absl::StrAppend(&rendered.text, "---\n", yaml);
  }
  return rendered;
}

std::string KindAndName(const Value& document) {
  return absl::StrCat(Kind(document), "/", Name(document));
}

}  // namespace loom
