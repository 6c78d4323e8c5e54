// SPDX-License-Identifier: Apache-2.0
// Explanation says where each value of a rendered composite came from: a graph
// of sources, steps and fields. The recorder makes it, and it alone is what the
// texts, the JSON, the diagram and the page are made of.
//
//   source  a value that was there before the pipeline wrote anything:
//           XApp shop spec.region, at xr.yaml:6:16
//   step    what an input does with values: a base, a patch, a merge of an
//           EnvironmentConfig, a reference, an injected provider config
//   field   a value that the pipeline wrote: bucket spec.forProvider.region
//
//   source ──► step ──► field ──► step ──► field
//
// Ids are the indexes in the three lists. They are in the order in which things
// happened, so a step only refers to fields that exist before it.
//
// A value whose text a Secret had, or that was made of one, has `secret` set and
// no text. That it is missing is all that is known of it, not even its length.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/yaml/reader.h"

namespace loom {

// Where something is written in a file: composition.yaml:26:11,
// spec.pipeline[1].input.resources[0].patches[0].
struct ExplainedPlace {
  YamlPosition position = {};
  std::string path = {};
};

// A value as JSON, {"a":1}, or nothing: it is a secret, or there is none.
struct ShownValue {
  std::optional<std::string> json = {};
  bool secret = false;
};

struct ExplainedSource {
  // composite, observed, environmentConfig, object, context, credential, label,
  // earlierStep, expression (whose path is its text), item
  std::string kind = {};
  std::string name = {};  // "XApp shop"
  std::string path = {};  // "spec.region"
  ShownValue value = {};
  std::optional<ExplainedPlace> place = {};
};

// What a step reads or replaces: a source, or a field that is already there.
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
  // observedName, connection, condition, forEach, foreign
  std::string kind = {};
  std::string type = {};      // of a patch: "FromCompositeFieldPath"
  std::string pipeline = {};  // the name of the step of the pipeline
  std::string owner = {};     // the resource that it belongs to; "" if none
  std::optional<size_t> index = {};
  std::string patch_set = {};  // the name of the patch set that it is in, or ""
  std::optional<size_t> patch_set_index = {};
  std::optional<ExplainedPlace> place = {};
  // wrote, skipped, withheld, failed, pending: an expression names what is not there
  std::string outcome = {};
  std::string message = {};  // why, if it did not write
  std::vector<Origin> from = {};
  // Sources that the one that counted overrides, the last first.
  std::vector<Origin> over = {};
  std::optional<size_t> to = {};  // a field
  std::vector<ExplainedTransform> transforms = {};
};

// A value that was there before the field got its value.
struct FormerValue {
  ShownValue value = {};
  size_t by = 0;  // a step
};

// A field without value is one that a step would have written: `by` names the
// step, which was skipped or withheld.
struct ExplainedField {
  // The resource name, or "xr", "env" or "context"; "./xr" is a resource that is
  // called xr.
  std::string owner = {};
  std::string path = {};
  ShownValue value = {};
  size_t by = 0;                      // a step
  std::vector<FormerValue> was = {};  // the newest first
  // added, removed, value or origin, against another explanation; else "".
  std::string change = {};
  // The value in the other explanation, if `change` is removed or value.
  ShownValue before = {};
};

struct ExplainedCheck {
  std::string type = {};
  std::string want = {};
  std::string got = {};
};

struct ExplainedResource {
  std::string name = {};
  std::string api_version = {};
  std::string kind = {};
  // new, observed, withheld, passed (an earlier step made it); unwanted: its condition
  // is false, or its list is empty; removed: only the explanation that this one is
  // compared with has it
  std::string state = {};
  std::optional<bool> ready = {};
  std::vector<std::string> why = {};
  std::vector<ExplainedCheck> checks = {};
};

// Why the composite is not ready.
struct Unready {
  std::string resource = {};  // "xr": the composite itself
  std::string reason =
      {};  // "not observed", "withheld", "not ready", "pending"
  std::string message = {};
  std::optional<ExplainedPlace> place = {};
  // The step that would write what is missing.
  std::optional<size_t> would_be_written_by = {};
};

struct ExplainedRequirement {
  std::string step = {};
  std::string key = {};
  std::string selector = {};  // "EnvironmentConfig base"
  size_t answered = 0;        // how many objects
};

struct Explanation {
  std::string api_version = {};
  std::string kind = {};
  std::string name = {};
  std::string name_space = {};
  bool ready = false;
  std::vector<Unready> because = {};
  std::vector<ExplainedSource> sources = {};
  std::vector<ExplainedStep> steps = {};
  std::vector<ExplainedField> fields = {};
  std::vector<ExplainedResource> resources = {};
  std::vector<ExplainedRequirement> requirements = {};
  // Fields were left out, because there are too many.
  bool truncated = false;
  // It was compared with another explanation, so that `change` counts.
  bool compared = false;
};

}  // namespace loom
