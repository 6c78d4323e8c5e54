// SPDX-License-Identifier: Apache-2.0
// Control characters are those that a terminal or a reader of lines may
// interpret instead of showing them: C0 with the line feed and the tab, DEL, C1,
// the separators of lines and paragraphs, and the characters that change the
// direction of writing. Whoever shows a text of others shows them escaped, as
// JSON does: the bell becomes \u0007. The rule is ours; the log (server/process/log.h)
// and the messages of a response (crossplane/contract/message.h) follow it.
//
//   size_t none = SizeOfControl("a\tb");         // 0: "a" is none
//   size_t bell = SizeOfControl("\a!");          // 1
//   size_t line = SizeOfControl("\u2028");       // 3, the bytes of its UTF-8
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// The size in bytes of the first character of a UTF-8 text if it is a control
// character. 0 for all others, and for the empty text.
size_t SizeOfControl(absl::string_view text);

// Appends \u and four hexadecimal digits. `control` is one control character.
void AppendControl(absl::string_view control, std::string* out);

}  // namespace loom
