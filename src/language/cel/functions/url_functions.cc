// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "data/go/text.h"
#include "data/go/url.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"
#include "language/cel/values/url_value.h"

namespace loom {
namespace {

// The steps for parsing a URL, and for a parameter of its query, besides those for
// their bytes.
constexpr uint64_t kUrlParsing = 30;
constexpr uint64_t kParameter = 12;

CelValue Url(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(kUrlParsing + 3 * Writing(text.size()))) {
    return context->ended();
  }
  absl::StatusOr<GoUrl> url = ParseGoUrl(text);
  if (!url.ok()) {
    return context->Failed(absl::StrCat(
        Quoted(text), " is not a valid URL: ", url.status().message()));
  }
  std::string whole = UrlText(*url);
  if (absl::Status fits = CheckText(whole.size()); !fits.ok()) {
    return context->Failed(fits);
  }
  // The whole also has the other parts.
  absl::Status paid = Charge(2 * whole.size(), context->pool());
  if (!paid.ok()) return context->End(paid);
  auto* made = context->New<CelUrl>();
  Pool* pool = context->pool();
  made->scheme = pool->Keep(url->scheme);
  made->host = pool->Keep(ToValidUtf8(url->host));
  made->path = pool->Keep(url->escaped_path);
  made->query = pool->Keep(url->query);
  made->text = pool->Keep(whole);
  return CelValue::Url(made);
}

CelValue IsUrl(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(kUrlParsing + Writing(text.size()))) {
    return context->ended();
  }
  return CelValue::Bool(CheckRequestUri(text).ok());
}

template <absl::string_view CelUrl::*part>
CelValue UrlField(CelArguments of, CelContext*) {
  return CelValue::String(of[0].AsUrl().*part);
}

template <absl::string_view HostAndPort::*part>
CelValue HostField(CelArguments of, CelContext* context) {
  absl::string_view host = of[0].AsUrl().host;
  context->Note(Reading(host.size()));
  return CelValue::String(SplitHost(host).*part);
}

CelValue GetQuery(CelArguments of, CelContext* context) {
  absl::string_view query = of[0].AsUrl().query;
  auto ends = uint64_t(std::count(query.begin(), query.end(), '&'));
  if (!context->Takes(2 * Writing(query.size()) + kParameter * (ends + 1))) {
    return context->ended();
  }
  std::map<std::string, std::vector<CelValue>> lists;
  for (const auto& [key, value] : ParseQuery(query)) {
    CelValue text = context->Text(ToValidUtf8(value));
    if (text.IsError()) return text;
    context->Note(Searching(CelValue::String(key)));
    lists[ToValidUtf8(key)].push_back(text);
  }
  MapMaker map(lists.size(), context);
  for (const auto& [key, list] : lists) {
    CelValue text = context->Text(key);
    if (text.IsError()) return text;
    map.Add(text, ListOf(list.data(), list.size(), context));
  }
  return map.Finish();
}

constexpr FunctionRow kUrlFunctions[] = {
    {"url(string): URL", Url},
    {"isURL(string): bool", IsUrl},
    {"URL.getScheme(): string", UrlField<&CelUrl::scheme>},
    {"URL.getHost(): string", UrlField<&CelUrl::host>},
    {"URL.getHostname(): string", HostField<&HostAndPort::host>},
    {"URL.getPort(): string", HostField<&HostAndPort::port>},
    {"URL.getEscapedPath(): string", UrlField<&CelUrl::path>},
    {"URL.getQuery(): map<string, list<string>>", GetQuery},
    {"string(URL): string", UrlField<&CelUrl::text>},
};

}  // namespace

absl::Span<const FunctionRow> UrlRows() { return kUrlFunctions; }

}  // namespace loom
