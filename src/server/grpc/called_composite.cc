// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/called_composite.h"

#include <algorithm>
#include <cstdint>

#include "base/limits.h"
#include "base/strings.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

bool Varint(absl::string_view* bytes, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && !bytes->empty(); shift += 7) {
    const auto byte = uint8_t(bytes->front());
    bytes->remove_prefix(1);
    *value |= uint64_t(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// Returns the content of the first field with that number, as far as the bytes
// go.
absl::string_view FieldIn(absl::string_view bytes, uint32_t number) {
  uint64_t tag = 0, size = 0;
  while (Varint(&bytes, &tag)) {
    if ((tag & 7) == uint64_t(WireType::kVarint)) {
      if (!Varint(&bytes, &size)) return "";
      continue;
    }
    if ((tag & 7) != uint64_t(WireType::kBytes) || !Varint(&bytes, &size)) {
      return "";
    }
    const size_t there = std::min<uint64_t>(size, bytes.size());
    if (tag >> 3 == number) return bytes.substr(0, there);
    bytes.remove_prefix(there);
  }
  return "";
}

// Returns the object in a field of a Struct.
absl::string_view ObjectMember(absl::string_view object,
                               absl::string_view name) {
  absl::string_view found;
  RepeatedField entries(object);
  for (absl::string_view entry; entries.Next(&entry);) {
    if (LastField(entry, 1) == name) {
      found = LastField(LastField(entry, 2), kStructField);
    }
  }
  return found;
}

absl::string_view Short(absl::string_view text) {
  return Shortened(text, limits::kName);
}

}  // namespace

CalledComposite CompositeIn(absl::string_view request) {
  // RunFunctionRequest.observed, State.composite and Resource.resource.
  const absl::string_view object = FieldIn(FieldIn(FieldIn(request, 2), 1), 1);
  const auto [api_version, kind] =
      TextMembers<2>(object, {"apiVersion", "kind"});
  const auto [ns, name, uid] = TextMembers<3>(ObjectMember(object, "metadata"),
                                              {"namespace", "name", "uid"});
  return {Short(api_version), Short(kind), Short(ns), Short(name), Short(uid)};
}

}  // namespace loom
