// SPDX-License-Identifier: Apache-2.0
// FindNameMistakes finds the name, the keys of labels and annotations and the values of
// labels that the API server refuses in an object. The rules are Kubernetes'.
//
//   metadata: {name: Blue_Files, labels: {team: blue team}}
//                         metadata.name, metadata.labels[team]
//
// Names of roles and role bindings may have other characters, so they are not checked.
// Strings with expressions have no value yet, and are not checked either.
#pragma once

#include <string>
#include <vector>

#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

struct NameMistake {
  std::vector<Segment> path;
  bool is_key = false;  // otherwise, the value at the path is refused
  std::string message = "";
};

std::vector<NameMistake> FindNameMistakes(const Value& object);

}  // namespace loom
