// SPDX-License-Identifier: Apache-2.0
// FindByGoPath reads a field by the names that it has in a controller's Go code, as
// ACK's configuration writes them:
//
//   Status.ACKResourceMetadata.ARN   {status: {ackResourceMetadata: {arn: …}}}
//   Status.APIID                     {status: {apiID: …}}
//   status.atProvider.id             names as they are in the object do as well
//
// A segment matches the member of just that name, or else the only one that has it
// if case does not count. The grammar is that of field paths (data/fieldpath/path.h).
//
//   NotFound             there is no such field
//   FailedPrecondition   the path matches more than one field: Id, id
//                        and the errors of the account of the call
#pragma once

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

absl::StatusOr<const Value*> FindByGoPath(const Value& object, const Path& path,
                                          Pool* pool);

}  // namespace loom
