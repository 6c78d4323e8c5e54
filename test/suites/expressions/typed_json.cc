// SPDX-License-Identifier: Apache-2.0
#include "test/suites/expressions/typed_json.h"

#include <cmath>
#include <cstdlib>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "data/value/json.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/network.h"
#include "language/cel/values/quantity_value.h"
#include "language/cel/values/semver.h"
#include "language/cel/values/time_text.h"
#include "language/cel/values/tree_value.h"
#include "language/cel/values/url_value.h"

namespace loom::testing {
namespace {

std::string Quote(absl::string_view text) {
  std::string quoted;
  AppendJsonString(text, &quoted);
  return quoted;
}

std::string RealText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return absl::StrFormat("%.17g", value);
}

template <typename T>
T NumberOf(const Value& text) {
  T number{};
  if (!absl::SimpleAtoi(View(text), &number)) std::abort();
  return number;
}

void AppendEntry(absl::string_view type, absl::string_view json,
                 std::string* out) {
  absl::StrAppend(out, "{\"", type, "\":", json, "}");
}

// Optionals, lists and maps.
void AppendContainer(const CelValue& value, std::string* out) {
  std::string content;
  if (value.kind() == CelKind::kOptional) {
    if (value.AsOptional() == nullptr) {
      content = "null";
    } else {
      AppendTypedJson(*value.AsOptional(), &content);
    }
    return AppendEntry("optional", content, out);
  }
  if (value.kind() == CelKind::kList) {
    for (size_t i = 0; i < value.AsList().size(); ++i) {
      if (i > 0) content.push_back(',');
      AppendTypedJson(value.AsList().At(i), &content);
    }
    return AppendEntry("list", absl::StrCat("[", content, "]"), out);
  }
  for (size_t i = 0; i < value.AsMap().size(); ++i) {
    CelMap::Entry entry = value.AsMap().At(i);
    absl::StrAppend(&content, i > 0 ? ",[" : "[");
    AppendTypedJson(entry.key, &content);
    content.push_back(',');
    AppendTypedJson(entry.value, &content);
    content.push_back(']');
  }
  AppendEntry("map", absl::StrCat("[", content, "]"), out);
}

}  // namespace

CelValue FromTypedJson(const Value& json, CelContext* context) {
  const Member& member = *json.MemberBegin();
  absl::string_view type = View(member.name);
  const Value& value = member.value;
  if (type == "null") return CelValue::Null();
  if (type == "bool") return CelValue::Bool(value.GetBool());
  if (type == "int") return CelValue::Int(NumberOf<int64_t>(value));
  if (type == "uint") return CelValue::Uint(NumberOf<uint64_t>(value));
  if (type == "double") {
    double real = 0;
    if (!absl::SimpleAtod(View(value), &real)) std::abort();
    return CelValue::Double(real);
  }
  if (type == "string") return CelValue::String(View(value));
  if (type == "type") return CelValue::Type(View(value));
  if (type == "tree") return FromTree(value, context);
  if (type == "bytes") {
    std::string bytes;
    absl::Base64Unescape(View(value), &bytes);
    return context->BytesOf(bytes);
  }
  if (type == "timestamp") {
    return CelValue::Timestamp(ParseTimestamp(View(value)).value());
  }
  if (type == "duration") {
    return CelValue::Duration(ParseDuration(View(value)).value());
  }
  if (type == "optional") {
    return value.IsNull() ? CelContext::None()
                          : context->Some(FromTypedJson(value, context));
  }
  if (type == "list") {
    ListMaker list(value.Size(), context);
    for (const Value& element : value.GetArray()) {
      list.Add(FromTypedJson(element, context));
    }
    return list.Finish();
  }
  if (type != "map") std::abort();
  MapMaker map(value.Size(), context);
  for (const Value& entry : value.GetArray()) {
    map.Add(FromTypedJson(entry[0], context), FromTypedJson(entry[1], context));
  }
  return map.Finish();
}

void AppendTypedJson(const CelValue& value, std::string* out) {
  switch (value.kind()) {
    case CelKind::kNull:
      return AppendEntry("null", "null", out);
    case CelKind::kBool:
      return AppendEntry("bool", value.AsBool() ? "true" : "false", out);
    case CelKind::kInt:
      return AppendEntry("int", absl::StrCat("\"", value.AsInt(), "\""), out);
    case CelKind::kUint:
      return AppendEntry("uint", absl::StrCat("\"", value.AsUint(), "\""), out);
    case CelKind::kDouble:
      return AppendEntry(
          "double", absl::StrCat("\"", RealText(value.AsReal()), "\""), out);
    case CelKind::kString:
      return AppendEntry("string", Quote(value.AsText()), out);
    case CelKind::kBytes:
      return AppendEntry("bytes", Quote(absl::Base64Escape(value.AsText())),
                         out);
    case CelKind::kType:
      return AppendEntry("type", Quote(value.AsText()), out);
    case CelKind::kTimestamp:
      return AppendEntry("timestamp", Quote(TimestampText(value.AsTime())),
                         out);
    case CelKind::kDuration:
      return AppendEntry("duration", Quote(DurationText(value.AsTime())), out);
    case CelKind::kQuantity:
      return AppendEntry("quantity", Quote(value.AsQuantity().text), out);
    case CelKind::kIp:
    case CelKind::kCidr:
      return AppendEntry("network", Quote(NetworkText(value.AsNetwork())), out);
    case CelKind::kUrl:
      return AppendEntry("url", Quote(value.AsUrl().text), out);
    case CelKind::kSemver:
      return AppendEntry("semver", Quote(value.AsSemver().text), out);
    case CelKind::kOptional:
    case CelKind::kList:
    case CelKind::kMap:
      return AppendContainer(value, out);
    case CelKind::kFormat:
    case CelKind::kRecord:
    case CelKind::kError:
      return AppendEntry(TypeNameOf(value.kind()), "null", out);
  }
}

}  // namespace loom::testing
