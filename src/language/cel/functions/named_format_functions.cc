// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/named_format.h"

namespace loom {
namespace {

template <CelFormat::Errors errors>
CelValue NamedFormat(CelArguments, CelContext*) {
  static constexpr CelFormat format = {errors};
  return CelValue::Format(&format);
}

CelValue FormatOfName(CelArguments of, CelContext* context);

// The steps of the messages of a format.
constexpr uint64_t kValidating = 50;

CelValue Validate(CelArguments of, CelContext* context) {
  absl::string_view text = of[1].AsText();
  if (!context->Takes(kValidating + 2 * Writing(text.size()))) {
    return context->ended();
  }
  std::vector<std::string> errors = of[0].AsFormat().errors(text);
  if (errors.empty()) return CelContext::None();
  ListMaker list(errors.size(), context);
  for (const std::string& error : errors) {
    CelValue message = context->Text(error);
    if (message.IsError()) return message;
    list.Add(message);
  }
  return context->Some(list.Finish());
}

constexpr FunctionRow kNamedFormatFunctions[] = {
    {"format.named(string): optional<Format>", FormatOfName},
    {"format.dns1123Label(): Format", NamedFormat<Dns1123LabelErrors>},
    {"format.dns1123Subdomain(): Format", NamedFormat<Dns1123SubdomainErrors>},
    {"format.dns1035Label(): Format", NamedFormat<Dns1035LabelErrors>},
    {"format.qualifiedName(): Format", NamedFormat<QualifiedNameErrors>},
    {"format.dns1123LabelPrefix(): Format",
     NamedFormat<PrefixErrors<Dns1123LabelErrors>>},
    {"format.dns1123SubdomainPrefix(): Format",
     NamedFormat<PrefixErrors<Dns1123SubdomainErrors>>},
    {"format.dns1035LabelPrefix(): Format",
     NamedFormat<PrefixErrors<Dns1035LabelErrors>>},
    {"format.labelValue(): Format", NamedFormat<LabelValueErrors>},
    {"format.uri(): Format", NamedFormat<UriErrors>},
    {"format.uuid(): Format", NamedFormat<UuidErrors>},
    {"format.byte(): Format", NamedFormat<Base64Errors>},
    {"format.date(): Format", NamedFormat<DateErrors>},
    {"format.datetime(): Format", NamedFormat<DateTimeErrors>},
    {"Format.validate(string): optional<list<string>>", Validate},
};

// Returns what the function of that name returns.
CelValue FormatOfName(CelArguments of, CelContext* context) {
  const std::string signature =
      absl::StrCat("format.", of[0].AsText(), "(): Format");
  for (const FunctionRow& row : kNamedFormatFunctions) {
    if (row.signature == signature) {
      return context->Some(row.evaluate({}, context));
    }
  }
  return CelContext::None();
}

}  // namespace

absl::Span<const FunctionRow> NamedFormatRows() {
  return kNamedFormatFunctions;
}

}  // namespace loom
