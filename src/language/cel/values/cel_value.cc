// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_value.h"

#include "language/cel/values/collections.h"

namespace loom {

absl::string_view TypeNameOf(CelKind kind) {
  switch (kind) {
    case CelKind::kNull:
      return "null_type";
    case CelKind::kBool:
      return "bool";
    case CelKind::kInt:
      return "int";
    case CelKind::kUint:
      return "uint";
    case CelKind::kDouble:
      return "double";
    case CelKind::kString:
      return "string";
    case CelKind::kBytes:
      return "bytes";
    case CelKind::kTimestamp:
      return "google.protobuf.Timestamp";
    case CelKind::kDuration:
      return "google.protobuf.Duration";
    case CelKind::kList:
      return "list";
    case CelKind::kMap:
      return "map";
    case CelKind::kRecord:
      return "message";
    case CelKind::kType:
      return "type";
    case CelKind::kOptional:
      return "optional_type";
    case CelKind::kQuantity:
      return "kubernetes.Quantity";
    case CelKind::kIp:
      return "net.IP";
    case CelKind::kCidr:
      return "net.CIDR";
    case CelKind::kUrl:
      return "kubernetes.URL";
    case CelKind::kSemver:
      return "kubernetes.Semver";
    case CelKind::kFormat:
      return "kubernetes.NamedFormat";
    case CelKind::kError:
      return "error";
  }
  return "";
}

absl::string_view TypeNameOf(const CelValue& value) {
  return value.kind() == CelKind::kRecord ? value.AsRecord().type_name()
                                          : TypeNameOf(value.kind());
}

}  // namespace loom
