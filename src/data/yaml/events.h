// SPDX-License-Identifier: Apache-2.0
// YamlEvents reads a YAML text with libyaml, event by event. go-yaml, with which the tools
// of Kubernetes read YAML, was made from libyaml, so both accept the same files.
//
//   YamlEvents events("a: 1\n");
//   while (const YamlEvent* event = events.Next()) Use(*event);
//   if (events.fault().has_value()) Report(*events.fault());
#pragma once

#include <yaml.h>

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// Why a file is not YAML, and where.
struct YamlMistake {
  // The number of bytes before the mistake.
  size_t offset = 0;
  // What is wrong and what to do about it.
  std::string words;
  // Another location, to which the end of the message ("… the { at") refers.
  std::optional<size_t> refers_to;
};

struct YamlEvent {
  enum class Kind {
    kDocument,
    kAlias,
    kScalar,
    kSequence,
    kMap,
    kEnd  // of the last sequence or map that is open
  };
  Kind kind;
  // The number of bytes before it, with its tag and anchor.
  size_t offset = 0;
  // The name of the anchor, or of the anchor that an alias refers to.
  absl::string_view anchor = {};
  // For a scalar. A scalar without a tag has "?" if it is plain, else "!".
  absl::string_view tag = {};
  absl::string_view text = {};
};

class YamlEvents {
 public:
  // The text must be UTF-8 without a byte order mark, and outlive this.
  explicit YamlEvents(absl::string_view text);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Returns nullptr after the last event, or if the text is not YAML. The event is valid
  // until the next call.
  const YamlEvent* Next();

  // Why the text is not YAML, and where.
  const std::optional<YamlMistake>& fault() const { return fault_; }

 private:
  bool Take();
  size_t Offset(const yaml_mark_t& mark);
  void Fail();

  absl::string_view text_;
  yaml_parser_t parser_;
  yaml_event_t raw_;
  YamlEvent event_ = {};
  std::optional<YamlMistake> fault_;
  // A position, in characters and in bytes.
  size_t character_ = 0;
  size_t byte_ = 0;
};

}  // namespace loom
