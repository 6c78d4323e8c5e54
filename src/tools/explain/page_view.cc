// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/strings.h"
#include "command_line/json_writer.h"
#include "tools/embedded.h"
#include "tools/explain/views.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/text_chain.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

// For PageList.

// More reasons why the composite is not ready are folded.
constexpr size_t kMostReasons = 5;

// Returns a string whose line breaks are kept, as for an expression.
std::string HtmlLines(absl::string_view text) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    lines.push_back(Html(line));
  }
  return absl::StrJoin(lines, "\n");
}

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
    absl::StrAppend(&html, "<li>", HtmlLines(line.substr(indent)));
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

std::string HtmlSection(absl::string_view title, absl::string_view more,
                        const std::string& items) {
  if (items.empty()) return "";
  return absl::StrCat("<section><h3>", Html(title),
                      more.empty() ? "" : " <small>", Html(more),
                      more.empty() ? "" : "</small>", "</h3>\n<ul>\n", items,
                      "</ul></section>\n");
}

// For PageView.

// A page of more fields is slow, and no help.
constexpr size_t kMostFields = 2000;

// Owners of fields in the order in which they are worth seeing: what is not ready
// first.
std::vector<std::string> OwnersByWorth(const Explanation& all) {
  std::vector<std::string> owners;
  std::set<std::string> known;
  auto add = [&](const std::string& owner) {
    if (known.insert(owner).second) owners.push_back(owner);
  };
  for (const Unready& each : all.because) add(OwnerOf(each.resource));
  add(owners::kComposite);
  for (const ExplainedResource& each : all.resources) add(OwnerOf(each.name));
  for (const ExplainedField& field : all.fields) add(field.owner);
  return owners;
}

// As much of the explanation as a page bears.
Explanation Bearable(const Explanation& all) {
  if (all.fields.size() <= kMostFields) return all;
  std::set<std::string> resources;
  for (const ExplainedResource& each : all.resources) {
    resources.insert(OwnerOf(each.name));
  }
  ViewOptions some;
  size_t count = 0;
  for (const std::string& owner : OwnersByWorth(all)) {
    size_t fields = 0;
    for (const ExplainedField& field : all.fields) {
      if (field.owner == owner) ++fields;
    }
    if (fields == 0 && !resources.contains(owner)) continue;
    if (count > 0 && count + fields > kMostFields) continue;
    count += fields;
    some.at.push_back(owner);
  }
  absl::StatusOr<Explanation> cut = Narrowed(all, some);
  if (!cut.ok()) return all;
  cut->truncated = true;
  return *std::move(cut);
}

std::string LeftOut(const Explanation& all, const Explanation& shown) {
  if (!shown.truncated) return "";
  std::string count = "Some fields are left out.";
  if (shown.fields.size() < all.fields.size()) {
    count = absl::StrCat("Shows ", shown.fields.size(), " of ",
                         all.fields.size(), " fields.");
  }
  return absl::StrCat("<p class=\"left-out\">", count,
                      " Ask for the others with --at RESOURCE.</p>\n");
}

}  // namespace

std::string Html(absl::string_view text) {
  return absl::StrReplaceAll(Printed(Visible(text)), {{"<", "&lt;"},
                                                      {">", "&gt;"},
                                                      {"&", "&amp;"},
                                                      {"\"", "&quot;"},
                                                      {"'", "&#39;"}});
}

namespace {

// The anchor of what the page has about a resource.
std::string AnchorOf(absl::string_view owner) {
  std::string anchor = "#";
  for (char c : owner) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || c == '-' || c == '.' || c == '_') {
      anchor += c;
    } else {
      absl::StrAppend(&anchor, "%", absl::Hex(byte, absl::kZeroPad2));
    }
  }
  return anchor;
}

// A reason; a root cause has no class. The provider's words come first.
std::string ReasonItem(const Explanation& all, const Unready& reason) {
  return absl::StrCat(
      reason.waits_for.empty() ? "<li>" : "<li class=\"follows\">",
      "<a href=\"", AnchorOf(OwnerOf(reason.resource)), "\">",
      Html(reason.resource), "</a>",
      reason.refusal.empty()
          ? ""
          : absl::StrCat("<strong>", Html(reason.refusal), "</strong>"),
      "<span>",
      // It has been said.
      Html(reason.refusal.empty()
               ? UnreadyText(reason)
               : absl::StrReplaceAll(
                     UnreadyText(reason),
                     {{absl::StrCat(": ", reason.refusal), ""}})),
      "</span>", Nested(UnreadyLines(all, reason)), "</li>\n");
}

}  // namespace

std::string PageVerdict(const Explanation& all) {
  std::string html = absl::StrCat(
      "<h1>", Html(absl::StrCat(all.kind, " ", all.name)),
      " <span class=\"verdict ", all.ready ? "good\">ready" : "bad\">not ready",
      "</span></h1>\n");
  std::string first;
  std::string more;
  for (size_t i = 0; i < all.because.size(); ++i) {
    absl::StrAppend(i < kMostReasons ? &first : &more,
                    ReasonItem(all, all.because[i]));
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
    html += HtmlSection(
        each.name,
        absl::StrCat(each.api_version, " ", each.kind, ", ", each.state),
        own.empty() ? "" : own.mapped());
  }
  for (const auto& [owner, words] : kOtherOwners) {
    std::string title = TitleOf(all, owner);
    if (!words.empty()) title[0] = absl::ascii_toupper(title[0]);
    auto own = items.extract(std::string(owner));
    html += HtmlSection(title, "", own.empty() ? "" : own.mapped());
  }
  for (const auto& [owner, own] : items) html += HtmlSection(owner, "", own);
  html += HtmlSection("Other steps", "", skipped);
  std::string asked;
  for (const ExplainedRequirement& each : all.requirements) {
    absl::StrAppend(&asked, "<li>",
                    Html(absl::StrCat(each.key, " of step ", each.step, ": ",
                                      each.selector, ", ", AnswerOf(each))),
                    "</li>\n");
  }
  return html + HtmlSection("Requirements", "", asked);
}

std::string PageView(const Explanation& explanation,
                     const ViewOptions& options) {
  const Explanation shown = Bearable(explanation);
  // Only strings contain a <, so escaping it does not change the meaning of the JSON.
  const std::string data =
      absl::StrReplaceAll(JsonView(shown), {{"<", "\\u003c"}});
  std::vector<std::string> titles;
  titles.reserve(shown.steps.size());
  for (const ExplainedStep& step : shown.steps)
    titles.push_back(StepName(step));
  JsonWriter words;
  words.Array(titles,
              [&words](const std::string& title) { words.String(title); });
  const std::string script = EmbeddedText("graph.js") + EmbeddedText("page.js");
  return absl::StrReplaceAll(
      EmbeddedText("page.html"),
      {{"{{title}}",
        Html(absl::StrCat(shown.kind, " ", shown.name, " explained"))},
       {"{{style}}", EmbeddedText("page.css")},
       {"{{verdict}}", PageVerdict(shown) + LeftOut(explanation, shown)},
       {"{{list}}", PageList(shown, options.full)},
       {"{{footer}}",
        "Lines are dashed where a step was skipped or a value "
        "was overridden."},
       {"{{data}}", data},
       {"{{titles}}",
        absl::StrReplaceAll(words.Line(), {{"<", "\\u003c"}, {"\n", ""}})},
       {"{{script}}", script}});
}

}  // namespace loom
