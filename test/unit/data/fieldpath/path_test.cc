// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/path.h"

#include "data/value/value.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

Segment F(absl::string_view name) { return Segment::Field(name); }
Segment I(uint32_t index) { return Segment::Index(index); }

TEST(Path, ReadsTheGrammar) {
  struct {
    const char* reason;
    const char* text;
    std::vector<Segment> want;
  } tests[] = {
      {"The empty path has no segments.", "", {}},
      {"A name is a field.", "spec", {F("spec")}},
      {"Names are separated by dots.",
       "metadata.name",
       {F("metadata"), F("name")}},
      {"A path may begin with an index.", "[3]", {I(3)}},
      {"A number in brackets is an index.",
       "ports[1].port.name",
       {F("ports"), I(1), F("port"), F("name")}},
      {"Indexes may follow each other.",
       "matrix[0][12]",
       {F("matrix"), I(0), I(12)}},
      {"Any other text in brackets is a field.",
       "spec[ports][0].name",
       {F("spec"), F("ports"), I(0), F("name")}},
      {"In brackets a dot is an ordinary byte.",
       "data[.app.conf]",
       {F("data"), F(".app.conf")}},
      {"Quotes around a field are stripped, of both kinds and all of them.",
       "a['x.y'][\"z\"]['\"w\"']",
       {F("a"), F("x.y"), F("z"), F("w")}},
      {"Also around a bare name.", "'a'.b", {F("a"), F("b")}},
      {"Quotes within a name stay.", "a['it's']", {F("a"), F("it's")}},
      {"A quoted number is a field.", "a['0']", {F("a"), F("0")}},
      {"So is a bare one.", "a.0", {F("a"), F("0")}},
      {"Nothing but quotes is the empty field.", "a[']", {F("a"), F("")}},
      {"An index may begin with zeros.", "a[007]", {F("a"), I(7)}},
      {"An index has no sign.", "a[-1][+1]", {F("a"), F("-1"), F("+1")}},
      {"Nor a fraction or blanks.",
       "a[1.0][ 0 ]",
       {F("a"), F("1.0"), F(" 0 ")}},
      {"The largest index has 32 bits.",
       "a[4294967295]",
       {F("a"), I(4294967295)}},
      {"Beyond that it is a field.",
       "a[4294967296]",
       {F("a"), F("4294967296")}},
      {"However long it is.",
       "a[99999999999999999999999999]",
       {F("a"), F("99999999999999999999999999")}},
      {"After a bracket the dot may be left out.",
       "a[0]b",
       {F("a"), I(0), F("b")}},
      {"A star is a field.", "a[*].*", {F("a"), F("*"), F("*")}},
      {"Any other byte belongs to a name.",
       "a b.c/d-é",
       {F("a b"), F("c/d-é")}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::StatusOr<Path> path = Path::Parse(test.text);
    ASSERT_TRUE(path.ok()) << path.status();
    EXPECT_EQ(path->segments(), test.want);
    EXPECT_EQ(path->text(), test.text);
  }
}

TEST(Path, NamesTheByteThatIsWrong) {
  struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"A dot leads.", ".spec.size", "unexpected '.' at position 0"},
      {"A dot trails.", "spec.size.", "unexpected '.' at position 9"},
      {"A dot is all there is.", ".", "unexpected '.' at position 0"},
      {"Two dots.", "spec..size", "unexpected '.' at position 5"},
      {"A dot before a bracket.", "spec.ports.[0].name",
       "unexpected '[' at position 11"},
      {"A bracket that was not opened.", "spec.]size",
       "unexpected ']' at position 5"},
      {"The same within a name.", "spec]", "unexpected ']' at position 4"},
      {"A bracket within brackets.", "spec[outer[inner]]",
       "unexpected '[' at position 10"},
      {"A bracket that is not closed.", "spec[size",
       "unterminated '[' at position 4"},
      {"The last of several is not closed.", "a[0][b",
       "unterminated '[' at position 4"},
      {"Nothing in brackets.", "spec[]", "unexpected ']' at position 5"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::StatusOr<Path> path = Path::Parse(test.text);
    EXPECT_EQ(path.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(
        std::string(path.status().message()),
        std::string("cannot parse path \"") + test.text + "\": " + test.want);
  }
}

TEST(Path, IsNoDeeperThanWhatIsRead) {
  std::string text = "a";
  for (int i = 1; i < kMaxDepth; ++i) text += ".a";
  EXPECT_TRUE(Path::Parse(text).ok());
  EXPECT_EQ(std::string(Path::Parse(text + "[0]").status().message()),
            "cannot parse path \"" + text + "[0]\": more than 1000 segments");
}

TEST(Path, PrintsSegments) {
  struct {
    const char* reason;
    std::vector<Segment> segments;
    const char* want;
  } tests[] = {
      {"No segments are the empty path.", {}, ""},
      {"Fields and indexes.", {F("a"), I(0), F("b")}, "a[0].b"},
      {"A leading index.", {I(2), F("a")}, "[2].a"},
      {"A field with a dot is put in brackets.",
       {F("data"), F(".app.conf")},
       "data[.app.conf]"},
      {"So is a star.", {F("a"), F("*"), F("b")}, "a[*].b"},
      {"A number as a field stays bare.", {F("a"), F("0")}, "a.0"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ToString(test.segments), test.want);
  }
}

TEST(Path, AsksForExpansionByOneSpellingOnly) {
  struct {
    const char* reason;
    const char* text;
    bool want;
  } tests[] = {
      {"A star in brackets.", "a[*].b", true},
      {"One of several.", "a[0][*]", true},
      {"A bare star does not.", "a.*.b", false},
      {"Nor one in quotes.", "a['*']", false},
      {"Nor a name with a star in it.", "a[b*]", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::StatusOr<Path> path = Path::Parse(test.text);
    ASSERT_TRUE(path.ok());
    EXPECT_EQ(path->HasWildcard(), test.want);
  }
}

}  // namespace
}  // namespace loom
