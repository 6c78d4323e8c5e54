// SPDX-License-Identifier: Apache-2.0
#include "tools/test/watched_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/temp_folder.h"
#include "tools/test/test_command.h"

namespace loom {
namespace {

using testing::HasSubstr;

// What a command writes. Each time it has written everything, the next change is made;
// after the last one, writing fails, as to a pipe that nobody reads.
class Changes : public std::stringbuf {
 public:
  explicit Changes(std::vector<std::function<void()>> changes)
      : changes_(std::move(changes)) {}

 protected:
  int sync() override {
    if (done_ == changes_.size()) return -1;
    changes_[done_++]();
    return 0;
  }

 private:
  std::vector<std::function<void()>> changes_;
  size_t done_ = 0;
};

// Repairs the file as soon as an error is printed.
class Watcher : public std::stringbuf {
 public:
  explicit Watcher(std::function<void()> repair) : repair_(std::move(repair)) {}

 protected:
  int sync() override {
    if (str().find("error") != std::string::npos && !is_repaired_) {
      is_repaired_ = true;
      repair_();
    }
    return 0;
  }

 private:
  std::function<void()> repair_;
  bool is_repaired_ = false;
};

constexpr char kTest[] =
    "apiVersion: loom.fn.crossplane.io/v1beta1\n"
    "kind: CompositionTest\n"
    "metadata: {name: shop}\n"
    "spec:\n"
    "  composition: composition.yaml\n"
    "  composite: {apiVersion: example.org/v1, kind: Shop, metadata: {name: "
    "corner, namespace: a}}\n"
    "  steps:\n"
    "  - expect: {composed: {a: {spec: {size: 2}}}}\n";

std::string CompositionWith(int size) {
  return absl::StrCat(
      "apiVersion: apiextensions.crossplane.io/v1\n"
      "kind: Composition\n"
      "metadata: {name: shop}\n"
      "spec:\n"
      "  compositeTypeRef: {apiVersion: example.org/v1, kind: Shop}\n"
      "  mode: Pipeline\n"
      "  pipeline:\n"
      "  - step: weave\n"
      "    functionRef: {name: function-loom}\n"
      "    input:\n"
      "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
      "      kind: Input\n"
      "      resources:\n"
      "      - {name: a, base: {apiVersion: example.org/v1, kind: A, spec: "
      "{size: ",
      size, "}}}\n");
}

TEST(WatchTests, PlaysAgainAfterEachChange) {
  TempFolder folder;
  folder.Write("a.test.yaml", kTest);
  folder.Write("composition.yaml", CompositionWith(10));
  Changes changes({
      [&] { folder.Write("composition.yaml", CompositionWith(2)); },
      // A file with a mistake prints an error instead, and does not end it.
      [&] { folder.Write("b.test.yaml", "kind: [\n"); },
  });
  std::ostream out(&changes);
  std::istringstream in;
  Watcher errors([&] { folder.Write("b.test.yaml", "# no test yet\n"); });
  std::ostream err(&errors);
  err << std::unitbuf;
  EXPECT_EQ(RunTest({folder.path(), "--watch"}, in, out, err), 2);
  const std::string path = absl::StrCat(folder.path(), "/");
  EXPECT_EQ(absl::StrReplaceAll(changes.str(), {{path, ""}}),
            "FAIL  a.test.yaml: shop\n"
            "  step 1, step 1\n"
            "    a.test.yaml:8:42: a.spec.size differs\n"
            "      - 2\n"
            "      + 10\n"
            "      from base  composition.yaml:14:76\n"
            "1 test, 1 step, 2 reconciles: 1 failed\n"
            "ok    a.test.yaml: shop (1 step, 2 reconciles)\n"
            "1 test, 1 step, 2 reconciles: all passed\n"
            "ok    a.test.yaml: shop (1 step, 2 reconciles)\n"
            "1 test, 1 step, 2 reconciles: all passed\n");
  const std::string said = absl::StrReplaceAll(errors.str(), {{path, ""}});
  EXPECT_THAT(said, HasSubstr("function-loom: composition.yaml has changed\n"));
  EXPECT_THAT(said, HasSubstr("function-loom: error: b.test.yaml:"));
  EXPECT_THAT(said, HasSubstr("function-loom: b.test.yaml has changed\n"));
}

}  // namespace
}  // namespace loom
