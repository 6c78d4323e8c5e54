// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/edit.h"

#include <gtest/gtest.h>

#include "test/unit/tools/yaml/edited.h"

namespace loom {
namespace {

TEST(YamlEditTest, ReplacesScalarsAndKeys) {
  Edited test("a: {b: 'x'} # c\nd: 1\n");
  test.edit.ReplaceScalar({"a", "b"}, "no");
  test.edit.Rename({"a"}, "z");
  test.edit.Rename({"w"}, "z");
  test.edit.Replace({"d"}, "{e: 2}");
  EXPECT_EQ(test.Text(), "z: {b: \"no\"} # c\nd: {e: 2}\n");
}

TEST(YamlEditTest, CannotReplaceWhatIsNotInTheText) {
  for (const NodePath& path : {NodePath{"a"}, NodePath{"a", "c"}, NodePath{"e"},
                               NodePath{"f"}, NodePath{"g", "h"}}) {
    Edited test("a: &a {b: x}\ne: ''\nf: *a\ng:\n");
    test.edit.IfStuck({path, "it is not there"});
    test.edit.ReplaceScalar(path, "no");
    ASSERT_TRUE(test.edit.stuck().has_value());
    EXPECT_EQ(test.edit.stuck()->path, path);
    EXPECT_EQ(test.Part(path), "\"no\"\n");
  }
}

TEST(YamlEditTest, MovesEntriesWithTheirComments) {
  Edited test(
      "a:\n    x: 1\n# about b\nb: # of b\n  # w\n  w: 2\n  z: 3\n  # end\n");
  const YamlEdit::Place end = test.edit.EndOf({"a"});
  test.edit.Move({"b", "w"}, end);
  test.edit.Dissolve({"b"}, end);
  EXPECT_EQ(test.Text(),
            "a:\n    x: 1\n    # about b\n    # of b\n    # w\n    w: 2\n"
            "    # end\n");
}

TEST(YamlEditTest, MovesLinesWithTheirChanges) {
  Edited test("a:\n  x: 1\nb:\n  w: 2\n");
  test.edit.Move({"b", "w"}, test.edit.EndOf({"a"}));
  test.edit.Drop({"b"});
  test.edit.Rename({"b", "w"}, "z");
  EXPECT_EQ(test.Text(), "a:\n  x: 1\n  z: 2\n");
}

TEST(YamlEditTest, WritesBelowWhatItHasWritten) {
  Edited test("a:\n  b: 1\n\n  c:\n  - 1\n  d: 4\n");
  test.edit.Write(test.edit.EndOf({"a", "c"}), "  - 2\n");
  YamlEdit::Place place = test.edit.Before({"a"}, {"d", "c"});
  test.edit.Write(place, "  new:\n  - name: x\n    in:\n");
  place.below = {"new", "0", "in"};
  place.column = 6;
  test.edit.Move({"a", "c"}, place);
  EXPECT_EQ(test.Text(),
            "a:\n  b: 1\n\n  new:\n  - name: x\n    in:\n"
            "      c:\n      - 1\n      - 2\n  d: 4\n");
}

TEST(YamlEditTest, PutsTheInnerCollectionFirst) {
  Edited test("a:\n  b:\n  - 1\n");
  test.edit.Write(test.edit.EndOf({"a"}), "  c: 2\n");
  test.edit.Write(test.edit.EndOf({"a", "b"}), "  - 2\n");
  EXPECT_EQ(test.Text(), "a:\n  b:\n  - 1\n  - 2\n  c: 2\n");
}

TEST(YamlEditTest, ShiftsToTheLeftBySpacesOnly) {
  Edited test("d:\n e: 1\na:\n  # c\n    b: |\n\n      x\n");
  test.edit.Move({"a", "b"}, test.edit.EndOf({"d"}));
  test.edit.Dissolve({"a"}, test.edit.EndOf({"d"}));
  EXPECT_EQ(test.Text(), "d:\n e: 1\n# c\n b: |\n\n   x\n");
}

TEST(YamlEditTest, KeepsCommentsOfWhatIsDissolved) {
  Edited test("a:\n  x: 1\nb: 2 # two\n");
  test.edit.Dissolve({"b"}, test.edit.EndOf({"a"}));
  EXPECT_EQ(test.Text(), "a:\n  x: 1\n  # two\n");
}

TEST(YamlEditTest, DropsEntriesWithTheirComments) {
  Edited test("a: 1\n# of b\nb: 2 # two\nc: 3\n");
  const TextRange lines = test.edit.Drop({"b"});
  EXPECT_EQ(lines.begin, 5);
  EXPECT_EQ(lines.end, 23);
  EXPECT_EQ(test.Text(), "a: 1\nc: 3\n");
}

TEST(YamlEditTest, IsStuckInBraces) {
  const std::string text = "a: {x: 1}\nb: []\nc:\n- 1\nd: &d\n- 4\ne: *d\n";
  for (const NodePath& path : {NodePath{"a"}, NodePath{"b"}, NodePath{"e"}}) {
    Edited test(text);
    const YamlEdit::Place end = test.edit.EndOf(path);
    EXPECT_FALSE(test.edit.stuck().has_value());
    test.edit.Need(end);
    EXPECT_TRUE(test.edit.stuck().has_value());
  }
  for (const NodePath& path : {NodePath{"a", "x"}, NodePath{"e", "0"}}) {
    Edited test(text);
    test.edit.Move(path, test.edit.EndOf({"c"}));
    EXPECT_TRUE(test.edit.stuck().has_value());
    EXPECT_EQ(test.Part({"c"}), path[0] == "a" ? "- 1\n- 1\n" : "- 1\n- 4\n");
  }
}

TEST(YamlEditTest, TheValueShowsAnAnchorThatIsUsedElsewhere) {
  Edited test("a: &a {x: 1}\nb: *a\n");
  test.edit.Replace({"b", "x"}, "2");
  EXPECT_EQ(test.edit.Text(), "a: &a {x: 2}\nb: *a\n");
  EXPECT_EQ(test.Part({}), "a:\n  x: 1\nb:\n  x: 2\n");
}

}  // namespace
}  // namespace loom
