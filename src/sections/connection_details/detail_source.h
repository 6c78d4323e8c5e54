// SPDX-License-Identifier: Apache-2.0
// A DetailSource is one value of one composed resource, as it is observed:
//
//   fromConnectionSecretKey: {resource: db, key: password}
//       a connection detail of the resource; one that is empty is a value, too
//   fromFieldPath: {resource: db, fieldPath: status.address, decode: Auto}
//       a field; a text as it is, and anything else as compact JSON. What stands
//       below `data` of a Secret is decoded (sections/shared/values_from/secret_text.h).
//
// A value that is not there has a cause, which becomes part of the condition:
//
//   db connection key password is missing
//   db field status.address is missing
//   db field data.password is not valid base64
//
// The two kinds of sources are P&T's; there, each stands in the template of its
// resource.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/secret_text.h"

namespace loom {

// What a source has: a cause why it has nothing, bytes, or a field that is no text.
struct DetailValue {
  std::string cause = {};
  std::string bytes = {};
  const Value* field = nullptr;

  bool is_missing() const { return !cause.empty(); }
};

class DetailSource {
 public:
  // The members that are sources.
  static constexpr absl::string_view kMembers[] = {"fromConnectionSecretKey",
                                                   "fromFieldPath"};

  // Reads the one of them that `fields` has. Mistakes are reported.
  static DetailSource Parse(Fields& fields);

  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // An error is one of the request or of the account of the call.
  absl::StatusOr<DetailValue> Read(Call& call) const;

 private:
  absl::StatusOr<DetailValue> ReadKey(Call& call) const;
  absl::StatusOr<DetailValue> ReadField(Call& call) const;

  std::string resource_;
  std::string key_;
  std::optional<Path> path_;  // without it, it is a key
  Decoding decoding_ = Decoding::kAuto;
};

}  // namespace loom
