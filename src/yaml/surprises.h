// SPDX-License-Identifier: Apache-2.0
// FindSurprises lists what YAML 1.1 reads as something else than most authors
// expect. None of it is an error.
//
//   on: yes            the key on is read as "true"; quote it
//                      yes is read as true; quote it
//   mode: 0644         0644 is an octal number and is read as 420; …
//   size: 1_000        1_000 is read as 1000; …
//   id: 12345678901234567890
//                      … is beyond 2^53, so that some read it as …
//   a: 1, then a: 2    the key a is there twice, the first is at 1:1; the last
//                      one counts
//
//   absl::StatusOr<YamlNodes> yaml = YamlNodes::Parse("f", "on: 1");
//   std::vector<YamlSurprise> all = FindSurprises(*yaml, yaml->roots()[0]);
//
// It says nothing of "true", 1:30 and 2024-01-01 (text here), nor of an alias,
// whose anchor has been looked at.
#pragma once

#include <string>
#include <vector>

#include "yaml/nodes.h"

namespace loom {

struct YamlSurprise {
  enum class Kind { kLegacyBoolean, kNumber, kDuplicateKey };

  Kind kind;
  // The bytes of the text in front of it.
  size_t offset;
  std::string words;
};

// Those of the document with that root, by offset.
std::vector<YamlSurprise> FindSurprises(const YamlNodes& yaml, uint32_t root);

}  // namespace loom
