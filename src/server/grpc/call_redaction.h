// SPDX-License-Identifier: Apache-2.0
// CallRedaction removes the values of Secrets from the calls for one composite, so that
// they can be recorded.
//
// A value becomes "(redacted)", in base64 where the field holds base64:
//
//   data and stringData of Secrets at any depth, connection details, credentials
//   every string that contains one of these values, or eight bytes of one
//   (crossplane/objects/secret_texts.h), wherever it is
//
// The values are those of all calls that it has learned, because a step does not get
// the Secrets that an earlier step has read. Expressions of an input stay. A message or
// a field that the call does not have is not added.
//
// An earlier step marks the context if it has read a Secret
// (crossplane/call/context.h). If another process answered that step, its values are
// not known here. Knowledge::kSome therefore redacts every string that no learned call
// had when all of its Secrets were known: in the context, in desired and observed
// resources, and in the status of the composite. The strings that identify objects,
// those of the input, and the other fields of the composite stay.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>

#include "absl/strings/string_view.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "base/limits.h"
#include "crossplane/objects/secret_texts.h"

namespace loom {

// Whether all values of Secrets that a call may contain are known.
enum class Knowledge { kAll, kSome };

class CallRedaction {
 public:
  using Request = apiextensions::fn::proto::v1::RunFunctionRequest;
  using Response = apiextensions::fn::proto::v1::RunFunctionResponse;

  // Learns the values that a call contains. Returns what is known about it.
  Knowledge Learn(const Request& request, const Response& response);
  // The number of values. If it grows, a call that was redacted before may contain
  // more.
  size_t values() const { return secrets_.size(); }
  // Whether the values take more memory than they may: some megabytes of values. Calls
  // that are learned from then on cannot be redacted.
  bool is_full() const { return secrets_.bytes() > kMostBytes; }

  void Redact(Knowledge knowledge, Request* request, Response* response) const;

 private:
  static constexpr size_t kMostBytes = 512 * limits::kMiB;

  bool Knows(const Request& request) const;
  void LearnStrings(const Request& request, const Response& response);

  SecretTexts secrets_;
  std::unordered_set<size_t> strings_;  // hashes
};

}  // namespace loom
