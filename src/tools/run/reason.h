// SPDX-License-Identifier: Apache-2.0
// Reason says why a composed resource is incomplete, is left out, is removed, or stays
// although no step desires it. The notes and the JSON of `render` are made of reasons.
#pragma once

#include <string>

#include "tools/yaml/reader.h"

namespace loom {

struct Reason {
  enum class Kind {
    kIncomplete,  // a source of it is missing
    kWithheld,    // it is left out
    kKept,        // it stays until others are gone
    kRemoved,     // an entry of `remove` drops it
  };

  std::string resource;
  Kind kind = Kind::kIncomplete;
  // "resources[1].patches[0]", or a section, "dependencies"; "" if it is kept.
  std::string place = "";
  // "Required source is missing: status.bucketArn of XApp shop"
  std::string why = "";
  // "status.bucketArn"; "" if no single source is missing
  std::string source = "";
  // Where `place` is in the Composition and in its file.
  std::string path = "";  // spec.pipeline[1].input.resources[1].patches[0]
  YamlPosition position = {};
};

}  // namespace loom
