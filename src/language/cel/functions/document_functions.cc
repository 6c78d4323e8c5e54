// SPDX-License-Identifier: Apache-2.0
// Whole numbers of a document are integers, as in an object. A field that it does not
// have is pending, because the text may be observed.
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/yaml/marshal.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

using MarshalFn = absl::StatusOr<absl::string_view> (*)(Value, Pool*);
using ParseFn = absl::StatusOr<Value> (*)(absl::string_view, Pool*);

template <MarshalFn marshal>
CelValue Marshal(CelArguments of, CelContext* context) {
  absl::StatusOr<Value> tree = ToTree(of[0], context);
  if (!tree.ok()) return context->Failed(tree.status());
  absl::StatusOr<absl::string_view> text =
      marshal(*std::move(tree), context->pool());
  if (!text.ok()) return context->Failed(text.status());
  return CelValue::String(*text);
}

template <ParseFn parse>
CelValue Unmarshal(CelArguments of, CelContext* context) {
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  absl::StatusOr<Value> tree = parse(of[0].AsText(), context->pool());
  if (tree.ok()) {
    return FromTree(*context->New<Value>(*std::move(tree)), context);
  }
  return context->Takes(0)
             ? context->Failed(absl::StrCat("cannot read the text: ",
                                            tree.status().message()))
             : context->ended();
}

constexpr FunctionRow kDocumentFunctions[] = {
    {"json.marshal(dyn): string", Marshal<MarshalJson>},
    {"json.unmarshal(string): dyn", Unmarshal<ParseJson>},
    {"yaml.marshal(dyn): string", Marshal<MarshalYaml>},
    {"yaml.unmarshal(string): dyn", Unmarshal<ParseYaml>},
};

}  // namespace

absl::Span<const FunctionRow> DocumentRows() { return kDocumentFunctions; }

}  // namespace loom
