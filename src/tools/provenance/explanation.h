// SPDX-License-Identifier: Apache-2.0
// Explanation says where each value of a rendered composite came from, as a graph of
// sources, steps and fields. The recorder makes it. The text, JSON, diagram and page
// outputs are made from it alone.
//
//   source  a value that existed before the pipeline wrote anything:
//           XApp shop spec.region, at xr.yaml:6:16
//   step    an operation of an input on values: a base, a patch, a merge of an
//           EnvironmentConfig, a reference, an injected provider config
//   field   a value that the pipeline wrote: bucket spec.forProvider.region
//
//   source ──► step ──► field ──► step ──► field
//
// An id is an index into one of the three lists. The lists are in the order of events, so
// a step refers only to fields that exist before it.
//
// If a value contains a string of a Secret or was made from one, it has `secret` set
// and no JSON. Nothing else about the value is recorded, not even its length.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/yaml/reader.h"

namespace loom {

// A location in a file: composition.yaml:26:11,
// spec.pipeline[1].input.resources[0].patches[0].
struct ExplainedPlace {
  YamlPosition position = {};
  std::string path = {};
};

// A value as JSON, such as {"a":1}. It is empty if the value is a secret or if there is
// no value.
struct ShownValue {
  std::optional<std::string> json = {};
  bool secret = false;
};

struct ExplainedSource {
  // composite, observed, environmentConfig, object, context, credential, label,
  // earlierStep, expression (its path is the expression itself), item
  std::string kind = {};
  std::string name = {};  // "XApp shop"
  std::string path = {};  // "spec.region"
  ShownValue value = {};
  std::optional<ExplainedPlace> place = {};
};

// What a step reads or replaces: a source, or a field that already exists.
struct Origin {
  enum class Kind { kSource, kField };
  Kind kind = Kind::kSource;
  size_t id = 0;
};

struct ExplainedTransform {
  std::string type = {};  // "string Convert ToUpper"
  ShownValue in = {};
  ShownValue out = {};
  std::optional<ExplainedPlace> place = {};
};

struct ExplainedStep {
  // base, patch, merge, reference, identity, providerConfig, dependency,
  // observedName, compositeNamespace, kept, connection, condition, forEach, foreign
  std::string kind = {};
  std::string type = {};      // for a patch: "FromCompositeFieldPath"
  std::string pipeline = {};  // the name of the pipeline step
  std::string owner = {};     // the resource that it belongs to, or ""
  std::optional<size_t> index = {};
  std::string patch_set = {};  // the name of its patch set, or ""
  std::optional<size_t> patch_set_index = {};
  std::optional<ExplainedPlace> place = {};
  // wrote, skipped, withheld, failed, or pending: an expression refers to something that
  // does not exist yet
  std::string outcome = {};
  std::string message = {};  // why it did not write, or kept the observed value
  std::vector<Origin> from = {};
  // Sources that were overridden by the source that won, the last one first.
  std::vector<Origin> over = {};
  std::optional<size_t> to = {};  // a field
  std::vector<ExplainedTransform> transforms = {};
};

// A value that a field had before its current value.
struct FormerValue {
  ShownValue value = {};
  size_t by = 0;  // a step
};

// If a field has no value, `by` is the step that would have written it. That step was
// skipped or withheld, is pending, or has failed.
struct ExplainedField {
  // The resource name, or "xr", "env", "context" or "details" (the connection details of a
  // legacy composite, by their names). A resource that is named xr is "./xr".
  std::string owner = {};
  std::string path = {};
  ShownValue value = {};
  size_t by = 0;                      // a step
  std::vector<FormerValue> was = {};  // the newest first
  // How the field differs from another explanation: added, removed, value or origin.
  // Otherwise "".
  std::string change = {};
  // The value in the other explanation, if `change` is removed or value.
  ShownValue before = {};
};

struct ExplainedResource {
  std::string name = {};
  std::string api_version = {};
  std::string kind = {};
  // new, observed, withheld, kept (no step desires it, and it stays until what depends on
  // it is gone), passed (an earlier step made it), unwanted (its condition is
  // false or its list is empty), removed (it is only in the explanation that this one is
  // compared with)
  std::string state = {};
  std::optional<bool> ready = {};
  std::vector<std::string> why = {};
  // Its name in the input, if the resource keeps an alias; otherwise "".
  std::string alias_of = {};
};

// A reason why the composite is not ready.
struct Unready {
  std::string resource = {};  // "xr" is the composite itself
  std::string reason =
      {};  // "failed", "withheld", "pending", "not ready", "not observed"
  std::string message = {};
  std::optional<ExplainedPlace> place = {};
  // The step that would write the missing value.
  std::optional<size_t> would_be_written_by = {};
  // What its provider reports about an object that it cannot create or change: "the name
  // is taken".
  std::string refusal = {};
  // The other resources with a reason that it waits for; empty: it is a root cause.
  std::vector<std::string> waits_for = {};
};

struct ExplainedRequirement {
  std::string step = {};
  std::string key = {};
  std::string selector = {};  // "EnvironmentConfig base"
  // How many objects were found; nullopt: a recorded call has no answer yet.
  std::optional<size_t> answered = {};
};

struct Explanation {
  std::string api_version = {};
  std::string kind = {};
  std::string name = {};
  std::string name_space = {};
  bool ready = false;
  std::vector<Unready> because = {};
  // The time within which Crossplane calls again: the shortest TTL of the steps; "":
  // never.
  std::string ttl = {};
  std::vector<ExplainedSource> sources = {};
  std::vector<ExplainedStep> steps = {};
  std::vector<ExplainedField> fields = {};
  std::vector<ExplainedResource> resources = {};
  std::vector<ExplainedRequirement> requirements = {};
  // Fields were left out because there are too many.
  bool truncated = false;
  // It was compared with another explanation, so `change` is meaningful.
  bool compared = false;
};

}  // namespace loom
