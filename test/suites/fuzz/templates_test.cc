// SPDX-License-Identifier: Apache-2.0
// A template and the base with patches that means the same are answered alike, whatever
// is observed. Random objects have constants, values and texts of expressions, some of
// which are pending; the patches stand in the order of the fields, as those of a template
// do. LOOM_RANDOM=1-20000 tries as many.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "function/function.h"
#include "google/protobuf/util/message_differencer.h"
#include "test/testing/call.h"
#include "test/testing/invariants.h"

namespace loom::testing {
namespace {

constexpr const char* kExpressions[] = {
    "composite.spec.n",       "composite.spec.s",
    "composite.spec.flag",    "composite.spec.?gone",
    "composite.spec.?s",      "composite.metadata.name",
    "environment.region",     "1 + 2",
    "'x' + composite.spec.s", "composite.status.later",
    "{'a': 1, 'b': '}'}",     "[composite.spec.n, 7]",
    "object.status.id",       "composite.spec.half",
};
// Those that give a string, a number or a bool.
constexpr const char* kScalars[] = {
    "composite.spec.n",        "composite.spec.s",    "composite.spec.flag",
    "composite.metadata.name", "composite.spec.half", "composite.status.later",
    "object.status.id",        "environment.region",
};

std::string Quoted(absl::string_view text) {
  return absl::StrCat(
      "\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

// An object as a template, as a base, and as the patches of that.
class RandomTemplate {
 public:
  explicit RandomTemplate(unsigned seed) : random_(seed) {
    std::tie(template_, base_) = Object(3, "spec");
  }

  std::string Template() const {
    return absl::StrCat(R"({"name":"a","template":{)", kHead, R"(,"spec":)",
                        template_, "}}");
  }
  std::string Patches() const {
    const bool is_computed = base_ == "{}" && template_ != "{}";
    return absl::StrCat(R"({"name":"a","base":{)", kHead,
                        is_computed ? "" : absl::StrCat(R"(,"spec":)", base_),
                        R"(},"patches":[)", absl::StrJoin(patches_, ","), "]}");
  }

 private:
  static constexpr char kHead[] =
      R"("apiVersion":"a.example.org/v1","kind":"A")";

  size_t Below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }

  // The two texts of an object. Members have the order of their names.
  std::pair<std::string, std::string> Object(int depth, const std::string& at) {
    std::vector<std::string> in_template, in_base;
    for (const char* name : {"a", "b.c/d", "e", "f"}) {
      if (Below(3) == 0) continue;
      const bool plain = std::string(name).find('.') == std::string::npos;
      Member(depth, name,
             absl::StrCat(at, plain ? "." : "[", name, plain ? "" : "]"),
             &in_template, &in_base);
    }
    return {absl::StrCat("{", absl::StrJoin(in_template, ","), "}"),
            absl::StrCat("{", absl::StrJoin(in_base, ","), "}")};
  }

  void Member(int depth, const char* name, const std::string& path,
              std::vector<std::string>* in_template,
              std::vector<std::string>* in_base) {
    const std::string key = absl::StrCat("\"", name, "\":");
    switch (Below(depth > 0 ? 6 : 4)) {
      case 0: {
        const std::string constant = std::vector<const char*>{
            "1", "\"x\"", "true", "null", "[1]", R"("$${n}")"}[Below(6)];
        in_template->push_back(key + constant);
        // In a base it is a text like any other.
        in_base->push_back(key +
                           absl::StrReplaceAll(constant, {{"$${", "${"}}));
        return;
      }
      case 1:
      case 2: {
        const char* expression = kExpressions[Below(std::size(kExpressions))];
        in_template->push_back(key +
                               Quoted(absl::StrCat("${", expression, "}")));
        return Add(path, expression);
      }
      case 3: {
        const char* expression = kScalars[Below(std::size(kScalars))];
        in_template->push_back(key +
                               Quoted(absl::StrCat("x-${", expression, "}-y")));
        return Add(path,
                   absl::StrCat("'x-' + string(", expression, ") + '-y'"));
      }
      case 4: {
        const auto [one, other] = Object(depth - 1, path);
        in_template->push_back(key + one);
        // One of computed members alone is made with the first of them.
        if (other == "{}" && one != "{}") return;
        in_base->push_back(key + other);
        return;
      }
      default: {
        // The elements are objects, which stay where they are.
        const auto [one, other] = Object(depth - 1, path + "[0]");
        in_template->push_back(absl::StrCat(key, "[", one, ",2]"));
        in_base->push_back(absl::StrCat(key, "[", other, ",2]"));
      }
    }
  }

  void Add(const std::string& path, const std::string& expression) {
    patches_.push_back(absl::StrCat(R"({"type":"FromExpression","expression":)",
                                    Quoted(expression), R"(,"toFieldPath":)",
                                    Quoted(path), "}"));
  }

  std::mt19937 random_;
  std::string template_;
  std::string base_;
  std::vector<std::string> patches_;
};

// What the function desires, and whether the composite is ready; nullopt if the call is
// FATAL. Messages name places, which are others.
std::optional<v1::State> Answer(const std::string& resource, unsigned seed,
                                Function& function) {
  std::string observed = "{}";
  if (seed % 3 != 0) {
    observed = absl::StrCat(
        R"({"a":{"resource":{"apiVersion":"a.example.org/v1","kind":"A",)",
        R"("metadata":{"name":"a-1"},"spec":{"a":"kept","e":[{"f":9},8],)",
        R"("f":{"a":"kept","e":7}},"status":)",
        seed % 3 == 1 ? R"({"id":"id-1"})" : "{}", "}}}");
  }
  const auto bytes = function.Run(RequestBytes(absl::StrCat(
      R"({"observed":{"composite":{"resource":{"apiVersion":"x.org/v1",)",
      R"("kind":"X","metadata":{"name":"shop"},"spec":{"n":3,"s":"t",)",
      R"("flag":true,"half":1.5}}},"resources":)", observed,
      R"(},"input":{"apiVersion":"loom.fn.crossplane.io/v1beta1",)",
      R"("kind":"Input","environment":{"defaultData":{"region":"eu"}},)",
      R"("resources":[)", resource, "]}}")));
  v1::RunFunctionResponse response;
  EXPECT_TRUE(bytes.ok() && response.ParseFromArray(bytes->view().data(),
                                                    int(bytes->view().size())));
  for (const v1::Result& result : response.results()) {
    if (result.severity() == v1::SEVERITY_FATAL) return std::nullopt;
  }
  return response.desired();
}

TEST(RandomTemplates, AreWhatTheirPatchesAre) {
  unsigned first = 1, last = 1000;
  if (const char* range = std::getenv("LOOM_RANDOM"); range != nullptr) {
    const std::pair<std::string, std::string> ends = absl::StrSplit(range, '-');
    ASSERT_TRUE(absl::SimpleAtoi(ends.first, &first) &&
                absl::SimpleAtoi(ends.second, &last));
  }
  Function function;
  int answered = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const RandomTemplate made(seed);
    const auto answer = Answer(made.Template(), seed, function);
    const auto other = Answer(made.Patches(), seed, function);
    ASSERT_EQ(answer.has_value(), other.has_value()) << "seed " << seed;
    if (!answer.has_value()) continue;
    ++answered;
    ASSERT_TRUE(
        google::protobuf::util::MessageDifferencer::Equals(*answer, *other))
        << "seed " << seed << "\n"
        << made.Template() << "\n"
        << answer->ShortDebugString() << "\n"
        << made.Patches() << "\n"
        << other->ShortDebugString();
  }
  // Most are no mistakes, or this would prove little.
  EXPECT_GT(answered * 2, int(last - first));
}

}  // namespace
}  // namespace loom::testing
