// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "test/testing/temp_folder.h"

namespace loom {
namespace {

using testing::HasSubstr;

class FilesTest : public testing::Test {
 protected:
  std::vector<std::string> Read(const std::string& path) {
    absl::StatusOr<std::vector<YamlDocument>> documents = files_.Read(path);
    if (!documents.ok()) return {std::string(documents.status().message())};
    std::vector<std::string> texts;
    for (const YamlDocument& document : *documents) {
      texts.push_back(*CompactJson(document.root));
    }
    return texts;
  }

  Pool pool_;
  std::istringstream in_{"in: put\n"};
  Files files_{in_, &pool_};
  TempFolder folder_;
};

TEST_F(FilesTest, ADirectoryIsReadInTheOrderOfNames) {
  folder_.Write("b.yml", "b: 1\n---\nb: 2\n");
  folder_.Write("a.yaml", "a: 1\n");
  folder_.Write("c.json", "{\"c\": 1}");
  folder_.Write(".hidden.yaml", "hidden: 1\n");
  folder_.Write("notes.txt", "x: y: z\n");
  folder_.Write("below/d.yaml", "d: 1\n");
  EXPECT_THAT(Read(folder_.path()),
              testing::ElementsAre(R"({"a":1})", R"({"b":1})", R"({"b":2})",
                                   R"({"c":1})"));
}

TEST_F(FilesTest, TextsNeedNotBeYaml) {
  folder_.Write("b.yml", "b: [");
  folder_.Write("a.yaml", "# a");
  absl::StatusOr<std::vector<TextFile>> texts =
      ReadTexts(folder_.path(), Depth::kOne, in_);
  ASSERT_TRUE(texts.ok());
  ASSERT_EQ(texts->size(), 2);
  EXPECT_EQ((*texts)[0].path, folder_.path() + "/a.yaml");
  EXPECT_EQ((*texts)[0].text, "# a");
  EXPECT_EQ((*texts)[1].text, "b: [");
  texts = ReadTexts("-", Depth::kOne, in_);
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ((*texts)[0].path, "stdin");
  EXPECT_EQ((*texts)[0].text, "in: put\n");
  EXPECT_EQ(ReadTexts("none", Depth::kOne, in_).status().message(),
            "cannot read none: no such file or directory");
}

TEST_F(FilesTest, AMinusIsStdin) {
  EXPECT_THAT(Read("-"), testing::ElementsAre(R"({"in":"put"})"));
}

TEST_F(FilesTest, ErrorsSayWhatCannotBeReadAndWhy) {
  std::string none = folder_.path() + "/none.yaml";
  EXPECT_THAT(Read(none), testing::ElementsAre("cannot read " + none +
                                               ": no such file or directory"));
  folder_.Write("empty/x.txt", "");
  EXPECT_THAT(Read(folder_.path() + "/empty")[0],
              HasSubstr("it contains no *.yaml, *.yml or *.json"));
  std::string bad = folder_.Write("bad.yaml", "a: [\n");
  EXPECT_THAT(Read(bad)[0], HasSubstr("bad.yaml:1:4: unclosed ["));
}

TEST_F(FilesTest, OneDocumentMeansOne) {
  EXPECT_TRUE(files_.ReadOne(folder_.Write("one", "---\na: 1\n---\n")).ok());
  auto error = [this](const char* content) {
    std::string file = folder_.Write("x.yaml", content);
    return std::string(files_.ReadOne(file).status().message());
  };
  EXPECT_THAT(error("a: 1\n---\nb: 1\n"),
              HasSubstr("x.yaml:3:1: a second document"));
  EXPECT_THAT(error("# none\n"), HasSubstr("it contains no document"));
  EXPECT_THAT(error("- a\n"), HasSubstr("x.yaml:1:1: expected an object"));
  EXPECT_THAT(std::string(files_.ReadOne(folder_.path()).status().message()),
              HasSubstr("is a directory"));
}

TEST_F(FilesTest, AllAreObjects) {
  std::string good = folder_.Write("good.yaml", "a: 1\n");
  std::string bad = folder_.Write("bad.yaml", "a: 1\n---\nx\n");
  EXPECT_EQ(files_.ReadAll({good, good})->size(), 2u);
  EXPECT_THAT(std::string(files_.ReadAll({good, bad}).status().message()),
              HasSubstr("bad.yaml:3:1: expected an object"));
}

TEST_F(FilesTest, AListIsItsItems) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;  // the kind and the place of each object
  };
  const Case kCases[] = {
      {"as kubectl prints several objects",
       "{apiVersion: v1, kind: List, items: [{kind: A}, {kind: B}]}\n---\n"
       "kind: C",
       "A FILE:1:38, B FILE:1:49, C FILE:3:1"},
      {"without items", "{apiVersion: v1, kind: List, items: []}", ""},
      {"no list of items", "{apiVersion: v1, kind: List, items: 1}",
       "List FILE:1:1"},
      {"a List of somebody else", "{apiVersion: a/v1, kind: List, items: []}",
       "List FILE:1:1"},
      {"an item that is no object", "{apiVersion: v1, kind: List, items: [1]}",
       "FILE:1:38: expected an object"},
  };
  for (const Case& c : kCases) {
    std::string path = folder_.Write("list.yaml", c.text);
    auto documents = files_.ReadAll({path});
    std::string got =
        documents.ok()
            ? absl::StrJoin(*documents, ", ",
                            [](std::string* out, const YamlDocument& each) {
                              absl::StrAppend(out, Kind(each.root), " ",
                                              each.Place({}));
                            })
            : std::string(documents.status().message());
    EXPECT_EQ(absl::StrReplaceAll(got, {{path, "FILE"}}), c.want) << c.reason;
  }
}

TEST_F(FilesTest, SchemasAreReadAtAnyDepth) {
  folder_.Write("b.json", R"({"b": 1})");
  folder_.Write("a/below/c.json", R"({"c": [1]})");
  folder_.Write("a/.hidden.json", "no JSON");
  folder_.Write("a/notes.yaml", "x: y: z\n");
  absl::StatusOr<std::vector<JsonFile>> files =
      files_.ReadJsonBelow(folder_.path() + "/");
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ((*files)[0].path, folder_.path() + "/a/below/c.json");
  EXPECT_EQ(*CompactJson((*files)[0].root), R"({"c":[1]})");
  EXPECT_EQ(*CompactJson((*files)[1].root), R"({"b":1})");
  files = files_.ReadJsonBelow(folder_.path() + "/b.json");
  ASSERT_TRUE(files.ok()) << "one file will do, as in crossplane render";
  EXPECT_EQ(files->size(), 1u);
}

TEST_F(FilesTest, SchemasThatCannotBeRead) {
  struct Case {
    const char* reason;
    const char* file;  // written, if it has a content
    const char* content;
    const char* read;
    const char* want;
  };
  const Case kCases[] = {
      {"nothing is there", "", "", "none", "/none: no such file or directory"},
      {"a manifest in place of a directory", "m.yaml", "a: 1", "m.yaml",
       "/m.yaml: expected a directory of *.json"},
      {"a directory without schemas", "empty/m.yaml", "a: 1", "empty",
       "/empty: it contains no *.json"},
      {"YAML with a name of JSON", "y/y.json", "a: 1", "y", "/y/y.json: "},
      {"a list", "l/l.json", "[]", "l", "/l/l.json: expected an object"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    if (*c.content != 0) folder_.Write(c.file, c.content);
    absl::Status status =
        files_.ReadJsonBelow(folder_.path() + "/" + c.read).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.want));
  }
}

TEST_F(FilesTest, TextsAreReadFromAllFoldersBelow) {
  folder_.Write("b/c.yaml", "not: [parsed");
  folder_.Write("a.json", "{}");
  folder_.Write("b/.d.yaml", "hidden: 1");
  folder_.Write("e.txt", "x");
  absl::StatusOr<std::vector<TextFile>> texts =
      ReadTexts(folder_.path(), Depth::kAll, in_);
  ASSERT_TRUE(texts.ok()) << texts.status();
  ASSERT_EQ(texts->size(), 2u);
  EXPECT_EQ((*texts)[0].path, folder_.path() + "/a.json");
  EXPECT_EQ((*texts)[1].text, "not: [parsed");
  texts = ReadTexts("-", Depth::kAll, in_);
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ((*texts)[0].path, "stdin");
  TempFolder empty;
  EXPECT_THAT(
      std::string(ReadTexts(empty.path(), Depth::kAll, in_).status().message()),
      HasSubstr("it contains no *.yaml, *.yml or *.json"));
}

// Each would be read for ever, fill the memory, or print what nobody sees.
TEST_F(FilesTest, WhatIsNoFileOfAPersonIsRefused) {
  const std::string pipe = folder_.path() + "/pipe.yaml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string large(17 << 20, 'x');
  folder_.Write("large.yaml", large);
  folder_.Write("a\x1b.yaml", "a: 1\n");
  const std::string folder = folder_.path() + "/";
  const struct {
    const char* reason;
    std::string path;
    std::string want;
  } kCases[] = {
      {"a pipe that nobody writes to", pipe, ": not a file\n  pass - to read"},
      {"a device without an end", "/dev/zero", "/dev/zero: not a file\n"},
      {"what no API server would take", folder + "large.yaml",
       "large.yaml: it has more than 16 MiB\n  split it"},
      {"a name that a terminal obeys", folder + "a\x1b.yaml",
       "a\\u001b.yaml: its name contains control characters\n  rename it"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(Read(c.path), testing::ElementsAre(HasSubstr(c.want)))
        << c.reason;
    EXPECT_THAT(
        std::string(ReadTexts(c.path, Depth::kAll, in_).status().message()),
        HasSubstr(c.want))
        << c.reason;
  }
  in_.str(large);
  EXPECT_THAT(Read("-"), testing::ElementsAre(HasSubstr("more than 16 MiB")));
}

TEST_F(FilesTest, WhatTheShellOpenedIsRead) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "a: 1\n", 5), 5);
  close(ends[1]);
  EXPECT_THAT(Read(absl::StrCat("/dev/fd/", ends[0])),
              testing::ElementsAre(R"({"a":1})"));
  close(ends[0]);
}

TEST(ItemsOf, TakesListsApart) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;  // the places
  };
  const Case kCases[] = {
      {"a list", "apiVersion: v1\nkind: List\nitems:\n- a: 1\n- {}\n- 1\n",
       "f:4:3 f:5:3 f:6:3 "},
      {"an empty one", "apiVersion: v1\nkind: List\nitems: []\n", ""},
      {"one without items", "apiVersion: v1\nkind: List\n", "f:1:1 "},
      {"of another group", "apiVersion: a/v1\nkind: List\nitems: [1]\n",
       "f:1:1 "},
      {"no object", "- 1\n", "f:1:1 "},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    Pool pool;
    auto documents = ReadYaml("f", c.text, &pool);
    ASSERT_TRUE(documents.ok()) << documents.status();
    std::string places;
    for (const YamlDocument& item : ItemsOf(std::move((*documents)[0]))) {
      absl::StrAppend(&places, item.Place({}), " ");
    }
    EXPECT_EQ(places, c.want);
  }
}

}  // namespace
}  // namespace loom
