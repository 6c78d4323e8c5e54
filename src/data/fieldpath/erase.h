// SPDX-License-Identifier: Apache-2.0
// EraseField removes the member at a path, if there is one. What it was in stays.
//
//   {spec: {a: 1, b: 2}}   spec.a      {spec: {b: 2}}
//   {spec: {a: 1}}         spec.x.y    the same object
//   {l: [1]}               l[0]        the same object: an element is no member
#pragma once

#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

void EraseField(Value& root, const Path& path, Pool* pool);

}  // namespace loom
