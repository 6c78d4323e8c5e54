// SPDX-License-Identifier: Apache-2.0
#include "tools/run/input_secrets.h"

namespace loom {

SecretTexts SecretsIn(const PipelineInputs& inputs,
                      const std::set<std::string>& more) {
  SecretTexts secrets;
  for (const std::string& text : more) secrets.Add(text);
  auto add = [&](const Value& object) {
    secrets.AddObject(object);
    secrets.AddIdentity(object);
  };
  add(inputs.composite.root);
  for (const YamlDocument& document : inputs.given.resources.documents()) {
    add(document.root);
  }
  for (const auto& [name, document] : inputs.observed) {
    add(document.root);
    secrets.AddIdentity(name);
  }
  for (const auto& [name, details] : inputs.details) {
    for (const auto& [key, text] : details) secrets.Add(text);
  }
  for (const auto& [key, text] : inputs.composite_details) secrets.Add(text);
  for (const auto& [name, credential] : inputs.credentials) {
    for (const auto& [key, text] : credential.data()) secrets.Add(text);
  }
  for (const PipelineStep& step : inputs.composition.steps) {
    secrets.AddIdentity(step.name);
    secrets.AddIdentity(step.function);
  }
  secrets.Publish(inputs.composition.document.root);
  return secrets;
}

}  // namespace loom
