// SPDX-License-Identifier: Apache-2.0
// MovedText moves the sections of further steps behind those of the first one, in the
// text. Sections that it has already get the items or members of the later ones, at
// their end.
//
//   MovedText moved(document, end);        // the end of the first step's input
//   moved.Own(input);
//   bool can_move = moved.MoveStep(lines, other, /*is_environment=*/false);
//
// false: a map or list that has to be taken apart is in flow style, empty, or an alias.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/convert/native_text.h"
#include "tools/yaml/edit.h"

namespace loom {

class MovedText {
 public:
  MovedText(const DocumentText& document, const Mover::End& end)
      : document_(document),
        nodes_(document.nodes),
        mover_(document.nodes, document.layout, &document.surgery),
        end_(end) {}

  // Notes the sections that the first step's input brings, by the names that they get.
  void Own(uint32_t input);
  // Takes the members of the first step's `spec` out of it.
  bool Unwrap(uint32_t input);
  // Moves the members of a step's input, and removes the lines of the step.
  bool MoveStep(const TextRange& lines, uint32_t input, bool is_environment);

 private:
  using Moves = std::vector<Mover::Move>;

  void Own(std::string name, uint32_t value);
  bool MoveMember(bool is_environment, uint32_t input, size_t key,
                  Moves* moves);
  bool MoveEnvironment(uint32_t from, Moves* moves);
  bool MoveExtra(uint32_t spec, Moves* moves);
  bool MoveItems(const std::string& name, uint32_t from, uint32_t to,
                 Moves* moves) const;
  bool HasNamed(uint32_t list, uint32_t item) const;

  const DocumentText& document_;
  const YamlNodes& nodes_;
  Mover mover_;
  const Mover::End end_;
  std::map<std::string, uint32_t> owned_;
};

// Whether the member of an input says what it is.
bool IsHead(absl::string_view member);
// Gives the `spec` of function-environment-configs the name that it has in the native
// input.
void RenameEnvironment(const DocumentText& document, uint32_t input);

}  // namespace loom
