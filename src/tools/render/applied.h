// SPDX-License-Identifier: Apache-2.0
// Applied is what an object of a cluster becomes when Crossplane applies a desired one, as
// far as the object itself tells (metadata.managedFields).
//
//   observed, with `size` and `tags` written by Crossplane, and `id` by another
//     {size: 1, tags: {a: x}, id: i}
//   desired                     {size: 2}
//   applied                     {size: 2, id: i}
//
// These are the rules of server-side apply. What is desired is set. What Crossplane has
// written before, is no longer desired, and nobody else has written, goes. A list is
// replaced as a whole, unless managedFields tell of its items by keys or values; items that
// only lack what the API server has filled in stay. What the API server and its webhooks
// would fill in, now or in place of what goes, is not known here.
//
// Without managedFields, nothing goes.
#pragma once

#include "data/value/value.h"

namespace loom {

// The pool keeps the result.
Value Applied(const Value& observed, const Value& desired, Pool* pool);

}  // namespace loom
