// SPDX-License-Identifier: Apache-2.0
#include "data/value/deferred.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/struct_codec.h"

namespace loom {

std::string NameOf(const ObjectOrigin& origin) {
  if (origin.name.empty()) return std::string(origin.what);
  return absl::StrCat(origin.what, " \"", origin.name, "\"");
}

namespace {

struct Parts {
  const ObjectOrigin& origin;
  absl::string_view bytes;
  int depth;
  bool is_list;
};

Parts PartsOf(const Value& deferred) {
  const bool is_list = deferred.IsArray();
  const Member& mark = *(is_list ? *deferred.Begin() : deferred).MemberBegin();
  return {*reinterpret_cast<const ObjectOrigin*>(mark.name.GetString()),
          View(mark.value), int(mark.name.GetStringLength() & ~kDeferredList),
          is_list};
}

Value OrEnd(absl::StatusOr<Value> decoded, const Parts& parts) {
  if (decoded.ok()) return *std::move(decoded);
  Account& account = parts.origin.pool->account();
  account.End(Annotate(decoded.status(), NameOf(parts.origin))).IgnoreError();
  return parts.is_list ? Array() : Object();
}

}  // namespace

void Decode(Value& deferred) {
  const Parts parts = PartsOf(deferred);
  deferred =
      OrEnd(parts.is_list ? ReadList(parts.bytes, parts.origin, parts.depth)
                          : ReadStruct(parts.bytes, parts.origin, parts.depth),
            parts);
}

void DecodeAll(const Value& value) {
  // Most values are scalars.
  auto decode = [](const Value& part) {
    if (part.IsObject() || part.IsArray()) DecodeAll(part);
  };
  if (IsDeferred(value)) {
    const Parts parts = PartsOf(value);
    Pool* pool = parts.origin.pool;
    const_cast<Value&>(value) =
        OrEnd(parts.is_list ? DecodeList(parts.bytes, pool, parts.depth)
                            : DecodeStruct(parts.bytes, pool, parts.depth),
              parts);
  } else if (value.IsArray()) {
    for (const Value& item : value.GetArray()) decode(item);
  } else if (value.IsObject()) {
    for (const Member& member : value.GetObject()) decode(member.value);
  }
}

}  // namespace loom
