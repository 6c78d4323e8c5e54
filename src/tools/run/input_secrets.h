// SPDX-License-Identifier: Apache-2.0
// SecretsIn returns the values that the output of a tool must not contain: those of the
// Secrets, the connection details and the credentials in its inputs.
//
//   SecretsIn(live.inputs, live.secrets).Redact(&document, pool)
#pragma once

#include <set>
#include <string>

#include "crossplane/objects/secret_texts.h"
#include "tools/run/pipeline.h"

namespace loom {

// `more` are further values. What the Composition says is public.
SecretTexts SecretsIn(const PipelineInputs& inputs,
                      const std::set<std::string>& more = {});

}  // namespace loom
