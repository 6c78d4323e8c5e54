// SPDX-License-Identifier: Apache-2.0
// DecodedText is the text of a value below `data` of a Secret, which is base64 there.
// The bytes have to be UTF-8, because an object cannot hold others:
//
//   "YW5u"   "ann"
//   5        5: what is no text stays as it is
//   "###"    FailedPrecondition: not valid base64
//   "/w=="   FailedPrecondition: NotText: the decoded value is not UTF-8 text
//
// The errors do not quote the value, so they may always be told.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

absl::StatusOr<Value> DecodedText(const Value& text, Pool* pool);

}  // namespace loom
