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

void DecodeAll(Value& container, Pool* pool) {
  if (IsDeferred(container)) {
    const Parts parts = PartsOf(container);
    container =
        OrEnd(parts.is_list ? DecodeList(parts.bytes, pool, parts.depth)
                            : DecodeStruct(parts.bytes, pool, parts.depth),
              parts);
    return;
  }
  auto decode = [pool](Value& value) {
    if (value.IsObject() || value.IsArray()) DecodeAll(value, pool);
  };
  if (container.IsArray()) {
    for (Value& item : container.GetArray()) decode(item);
  } else {
    for (Member& member : container.GetObject()) decode(member.value);
  }
}

}  // namespace loom
