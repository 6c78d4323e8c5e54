// SPDX-License-Identifier: Apache-2.0
// Applied returns what an object in a cluster becomes when Crossplane applies the
// desired object, as far as metadata.managedFields of the observed object determines
// it. Without managedFields, nothing is removed.
//
// The rules are those of server-side apply. Desired fields are set. A field is removed
// if only Crossplane has written it and it is no longer desired. A list is replaced as
// a whole, unless managedFields track its items by keys or values; items that lack only
// fields that the API server has filled in are kept. Fields that the API server and its
// webhooks would fill in, now or instead of removed ones, are unknown here.
#pragma once

#include "data/value/value.h"

namespace loom {

// The pool keeps the result.
Value Applied(const Value& observed, const Value& desired, Pool* pool);

}  // namespace loom
