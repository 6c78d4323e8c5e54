// SPDX-License-Identifier: Apache-2.0
// MovedText moves the sections of later steps behind those of the first step, in the
// YAML of a document. If the first step already has a section, the items or fields of
// the later one are appended to it.
//
//   MovedText moved(document, end);        // the end of the first step's input
//   moved.Own(input);
//   bool can_move = moved.MoveStep(lines, other, /*is_environment=*/false);
//
// The functions return false if a map or list that must be taken apart is in flow
// style, empty, or an alias.
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

  // Records the sections of the first step's input, under their native names.
  void Own(uint32_t input);
  // Moves the fields out of the `spec` of the first step's input.
  bool Unwrap(uint32_t input);
  // Moves the fields of a step's input, and removes the lines of the step.
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

// Returns whether a field of an input identifies it (apiVersion, kind or metadata).
bool IsHead(absl::string_view member);
// Renames the `spec` of function-environment-configs to its name in the native input.
void RenameEnvironment(const DocumentText& document, uint32_t input);

}  // namespace loom
