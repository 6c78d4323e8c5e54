// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/page_list.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/explain/graph.h"
#include "tools/explain/shown.h"
#include "tools/explain/text_chain.h"
#include "tools/explain/wording.h"

namespace loom {
namespace {

// More reasons why the composite is not ready are folded.
constexpr size_t kMostReasons = 5;

// Lines as nested lists: one that begins with more blanks is below the one
// before it.
std::string Nested(const std::vector<std::string>& lines) {
  std::string html;
  std::vector<size_t> open;
  for (const std::string& line : lines) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == line.npos) continue;
    while (!open.empty() && open.back() > indent) {
      html += "</ul>";
      open.pop_back();
    }
    if (open.empty() || open.back() < indent) {
      html += "<ul>";
      open.push_back(indent);
    }
    absl::StrAppend(&html, "<li>", Html(line.substr(indent)));
  }
  for (size_t i = 0; i < open.size(); ++i) html += "</ul>";
  return html;
}

std::string ValueCell(const Explanation& all, const ExplainedField& field,
                      bool full) {
  std::string value = ShownText(field.value, full);
  if (all.compared && field.value.secret && field.change != "added") {
    value = "(secret, not compared)";
  }
  if (field.change == "removed") value = ShownText(field.before, full);
  if (field.change == "value") {
    value = absl::StrCat(ShownText(field.before, full), " → ", value);
  }
  return absl::StrCat(" = <samp>", Html(value), "</samp>");
}

std::string Item(const Explanation& all, size_t id, bool full) {
  const ExplainedField& field = all.fields[id];
  std::string html = absl::StrCat("<li data-f=", id, ">");
  if (!field.change.empty()) {
    absl::StrAppend(&html, std::string(1, ChangeSign(field.change)), " ",
                    field.change, " ");
  }
  absl::StrAppend(&html, "<code>", Html(field.path), "</code>");
  if (!HasValue(field.value) && field.change != "removed") {
    const ExplainedStep& step = all.steps[field.by];
    return absl::StrCat(
        html, " is not set",
        step.outcome == "wrote" ? "" : Nested({OutcomeLine(step)}), "</li>\n");
  }
  return absl::StrCat(html, ValueCell(all, field, full),
                      Nested(ChainLines(all, field, full)), "</li>\n");
}

std::string Section(absl::string_view title, absl::string_view more,
                    const std::string& items) {
  if (items.empty()) return "";
  return absl::StrCat("<section><h3>", Html(title),
                      more.empty() ? "" : " <small>", Html(more),
                      more.empty() ? "" : "</small>", "</h3>\n<ul>\n", items,
                      "</ul></section>\n");
}

}  // namespace

std::string Html(absl::string_view text) {
  return absl::StrReplaceAll(Visible(text), {{"<", "&lt;"},
                                             {">", "&gt;"},
                                             {"&", "&amp;"},
                                             {"\"", "&quot;"},
                                             {"'", "&#39;"}});
}

std::string PageVerdict(const Explanation& all) {
  std::string html = absl::StrCat(
      "<h1>", Html(absl::StrCat(all.kind, " ", all.name)),
      " <span class=\"verdict ", all.ready ? "good\">ready" : "bad\">not ready",
      "</span></h1>\n");
  std::string first;
  std::string more;
  for (size_t i = 0; i < all.because.size(); ++i) {
    const Unready& each = all.because[i];
    absl::StrAppend(i < kMostReasons ? &first : &more, "<li><b>",
                    Html(each.resource), "</b>", Html(UnreadyText(each)),
                    Nested(UnreadyLines(all, each)), "</li>\n");
  }
  if (first.empty()) return html;
  absl::StrAppend(&html, "<ul class=\"because\">\n", first, "</ul>\n");
  if (more.empty()) return html;
  return absl::StrCat(
      html, "<details><summary>and ", all.because.size() - kMostReasons,
      " more</summary>\n<ul class=\"because\">\n", more, "</ul></details>\n");
}

std::string PageList(const Explanation& all, bool full) {
  std::map<std::string, std::string> items;
  for (size_t id = 0; id < all.fields.size(); ++id) {
    items[all.fields[id].owner] += Item(all, id, full);
  }
  std::string skipped;
  for (const ExplainedStep& step : all.steps) {
    if (step.outcome == "wrote" || step.to.has_value()) continue;
    const std::string line =
        absl::StrCat("<li>", Html(OutcomeLine(step)), "</li>\n");
    (step.owner.empty() ? skipped : items[OwnerOf(step.owner)]) += line;
  }
  std::string html;
  for (const ExplainedResource& each : all.resources) {
    auto own = items.extract(OwnerOf(each.name));
    html += Section(
        each.name,
        absl::StrCat(each.api_version, " ", each.kind, ", ", each.state),
        own.empty() ? "" : own.mapped());
  }
  html += Section(absl::StrCat(all.kind, " ", all.name), "", items["xr"]);
  html += Section("Environment", "", items["env"]);
  html += Section("Context", "", items["context"]);
  for (const char* other : {"xr", "env", "context"}) items.erase(other);
  for (const auto& [owner, own] : items) html += Section(owner, "", own);
  html += Section("Other steps", "", skipped);
  std::string asked;
  for (const ExplainedRequirement& each : all.requirements) {
    absl::StrAppend(
        &asked, "<li>",
        Html(absl::StrCat(each.key, " of step ", each.step, ": ", each.selector,
                          ", ", each.answered,
                          each.answered == 1 ? " object" : " objects")),
        "</li>\n");
  }
  return html + Section("Requirements", "", asked);
}

}  // namespace loom
