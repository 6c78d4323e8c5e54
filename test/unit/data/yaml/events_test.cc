// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/events.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"

namespace loom {
namespace {

// All events in one line: where they begin, and what they are.
std::string Shown(absl::string_view text) {
  YamlEvents events(text);
  std::string shown;
  while (const YamlEvent* event = events.Next()) {
    constexpr const char* kNames[] = {"document", "*", "", "[", "{", "end"};
    shown += std::to_string(event->offset) + ":" +
             kNames[static_cast<int>(event->kind)];
    if (!event->anchor.empty()) shown += "&" + std::string(event->anchor);
    if (event->kind == YamlEvent::Kind::kScalar) {
      shown += std::string(event->tag) + "'" + std::string(event->text) + "'";
    }
    shown += " ";
  }
  if (events.fault().has_value()) {
    shown +=
        std::to_string(events.fault()->offset) + ": " + events.fault()->words;
  }
  return shown;
}

TEST(YamlEventsTest, ReadsWhatGoYamlReads) {
  struct Case {
    const char* reason;
    const char* text;
    const char* events;
  };
  const Case kCases[] = {
      {"a map with a list", "a: [1]\n",
       "0:document 0:{ 0:?'a' 3:[ 4:?'1' 5:end 7:end "},
      {"a quoted scalar, a tag, an anchor and an alias",
       "a: &x !!str 'b'\nc: *x\n",
       "0:document 0:{ 0:?'a' 3:&xtag:yaml.org,2002:str'b' 16:?'c' 19:*&x "
       "22:end "},
      {"offsets count bytes, before and after a line of several bytes",
       "\u00e9: \u65e5\nb: 1\n",
       "0:document 0:{ 0:?'\u00e9' 4:?'\u65e5' 8:?'b' 11:?'1' 13:end "},
      {"the next line and the non-breaking space as PyYAML writes them",
       R"(["a\N\_b"])", "0:document 0:[ 1:!'a\u0085\u00a0b' 9:end "},
      {"the line separator folds, as go-yaml writes it", "'a\u2028  b'\n",
       "0:document 0:!'a\u2028b' "},
      {"nothing is there", "# a comment\n", ""},
      {"a null is as it is written", "a: ~\nb:\n",
       "0:document 0:{ 0:?'a' 3:?'~' 5:?'b' 7:?'' 8:end "},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Shown(c.text), c.events);
  }
}

TEST(YamlEventsTest, SaysWhatIsWrongInTheAuthorsWords) {
  struct Case {
    const char* text;
    const char* fault;
  };
  const Case kCases[] = {
      {"a: b: c\n",
       "4: a colon is not allowed here; quote the value, or check the "
       "indentation"},
      {"\"\\d\"\n",
       "1: this is not an escape in double quotes; write \\\\, or use single "
       "quotes"},
      {"a\nb: 1\n",
       "3: a colon is not allowed here; quote the value, or check "
       "the indentation"},
      {"%FOO x\n---\na\n",
       "4: the only directives are %YAML and %TAG; quote the value if it "
       "begins "
       "with %"},
      {"%YAML 3.1\n---\na\n", "0: write this line as %YAML 1.1"},
      {"%YAML 1.1\n%YAML 1.1\n---\na\n",
       "10: duplicate %YAML directive; remove one"},
      {"!x!y a\n",
       "0: no %TAG line declares this tag; quote the value if it begins with "
       "!"},
      {"a: &x &y 1\n", "6: a value can have one anchor; remove one"},
      {"a: !x !y 1\n", "6: a value can have one tag; remove one"},
      {"a: &x 1\nb: &y *x\n",
       "14: an alias can have no tag, no anchor and no value; remove them"},
      {"a: |0\n  b\n", "4: a block string is indented by 1 to 9, not by 0"},
      {"a: | b\n",
       "5: a block string begins on the line below; quote the value if it "
       "begins with > or |"},
      {"a: &\n",
       "3: an anchor (after the &) and an alias (after the *) need a name of "
       "letters, digits, - and _; quote the value if it begins with & or *"},
      {"a: \"b\n---\n",
       "6: a document ends here, but a quote before it is never closed"},
      {"a: \u0080\n",
       "3: this control character cannot be in YAML; remove it, or write it as "
       "an escape between double quotes"},
      {"{a, b\n", "6: a comma or the } is missing in this map"},
      {"[a, b\n", "6: a comma or the ] is missing in this list"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    EXPECT_TRUE(absl::EndsWith(Shown(c.text), c.fault)) << Shown(c.text);
  }
}

}  // namespace
}  // namespace loom
