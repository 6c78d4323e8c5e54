// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/decoded_text.h"

#include <string>

#include "base/discretion.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "data/value/utf8.h"
#include "language/transforms/base64.h"

namespace loom {

absl::StatusOr<Value> DecodedText(const Value& text, Pool* pool) {
  if (!text.IsString()) return Copy(text, pool);
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.GetStringLength()), pool));
  absl::StatusOr<std::string> decoded = DecodeBase64(View(text));
  if (!decoded.ok()) {
    return Harmless(absl::FailedPreconditionError("not valid base64"));
  }
  if (!IsUtf8(*decoded)) {
    return Harmless(absl::FailedPreconditionError(
        "NotText: the decoded value is not UTF-8 text"));
  }
  return Text(*decoded, pool);
}

}  // namespace loom
