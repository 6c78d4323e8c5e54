// SPDX-License-Identifier: Apache-2.0
// RenderNote is a note of `render` on standard error (render_notes.h).
#pragma once

#include <string>

#include "absl/strings/str_cat.h"

namespace loom {

struct RenderNote {
  std::string text;
  // The file and the path in it, as printed in front: "a.yaml:14:20: spec.…: ". "" if the
  // note is about no single location, or if `text` has the location.
  std::string place = "";
  // The field of the composite that the note is about: "status.size".
  std::string field = "";

  std::string line() const { return absl::StrCat(place, text); }
};

}  // namespace loom
