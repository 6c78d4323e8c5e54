// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/function_row.h"

#include "absl/strings/strip.h"

namespace loom {
namespace {

// Returns the types in a parameter list, which is between brackets.
std::vector<CelType> ReadTypes(absl::string_view list) {
  std::vector<CelType> types;
  size_t start = 0;
  int depth = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    bool end = i == list.size();
    if (!end) depth += list[i] == '<' ? 1 : list[i] == '>' ? -1 : 0;
    if (!end && (list[i] != ',' || depth > 0)) continue;
    if (i > start) types.push_back(ParseType(list.substr(start, i - start)));
    start = i + 1;
  }
  return types;
}

// Returns the type of the receiver if the part before the last point is a type.
bool IsReceiver(absl::string_view front) {
  // `optional.of` is a function in a namespace; a receiver has the type of its content.
  return front != "optional" && !ParseType(front).IsDyn();
}

}  // namespace

bool Overload::Takes(CelArguments arguments) const {
  if (variadic) return true;
  if (arguments.size() != parameters.size()) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const CelType& parameter = parameters[i];
    bool fits = parameter.sort() != CelType::Sort::kKind ||
                parameter.kind() == arguments[i].kind();
    if (!fits) return false;
  }
  return true;
}

Overload ReadSignature(const FunctionRow& row) {
  absl::string_view text = row.signature;
  Overload overload;
  overload.evaluate = row.evaluate;
  size_t open = text.find('(');
  size_t close = text.rfind("): ");
  absl::string_view name = text.substr(0, open);
  absl::string_view list = text.substr(open + 1, close - open - 1);
  overload.variadic = absl::ConsumeSuffix(&list, "...");
  overload.parameters = ReadTypes(list);
  overload.result = ParseType(text.substr(close + 3));
  size_t point = name.rfind('.');
  if (point != absl::string_view::npos && IsReceiver(name.substr(0, point))) {
    overload.member = true;
    overload.parameters.insert(overload.parameters.begin(),
                               ParseType(name.substr(0, point)));
    name.remove_prefix(point + 1);
  }
  overload.name = std::string(name);
  return overload;
}

}  // namespace loom
