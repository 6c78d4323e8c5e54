// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/random_lives.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/test/random/life.h"
#include "tools/test/random/random_steps.h"
#include "tools/test/random/smaller_life.h"
#include "tools/test/random/written_test.h"
#include "tools/test_files/test_file.h"

namespace loom {
namespace {

constexpr int kMostSteps = 10;
// With so many failures, one begins with the first ones.
constexpr size_t kMostFound = 20;

class LivesOfTest {
 public:
  LivesOfTest(const YamlDocument& document, LifeStage* stage,
              const RandomOptions& options)
      : document_(document), stage_(stage), options_(options) {}

  RandomLives Run() {
    if (stage_->spec_schema() == nullptr) {
      result_.fixed = "the test has no definition (xrd) of the composite";
    }
    LearnTypes();
    for (int i = 0; i < options_.lives && result_.found.size() < kMostFound;
         ++i) {
      PlayOne(i);
      if (options_.after_life) options_.after_life(i + 1, result_.found.size());
    }
    return std::move(result_);
  }

 private:
  using Place = std::pair<LifeRule, std::string>;

  static Place PlaceOf(const LifeFailure& failure) {
    return {failure.rule, failure.place};
  }

  void PlayOne(int number) {
    Pool pool;
    Random random(options_.seed * 1000003 + number);
    RandomSteps steps(stage_, &random, &pool);
    Value life = Object();
    Set(life, "composite", steps.Composite(), &pool);
    Set(life, "steps", Array(), &pool);
    LifeRun run(stage_, *Find(life, "composite"), &pool);
    for (uint64_t i = 3 + random.Below(kMostSteps - 2);
         i > 0 && !run.has_ended(); --i) {
      Value step = steps.Next(run.control());
      if (step.ObjectEmpty()) continue;
      run.Take(step);
      Find(life, "steps")->PushBack(std::move(step), pool.allocator());
    }
    run.Finish();
    ++result_.lives;
    if (!run.missing().empty()) ++result_.missing[run.missing()];
    result_.steps += run.steps();
    result_.reconciles += run.reconciles();
    if (!run.failure().has_value() ||
        !known_.insert(PlaceOf(*run.failure())).second) {
      return;
    }
    Add(life, *run.failure(), number, &pool);
  }

  void Add(const Value& life, const LifeFailure& failure, int number,
           Pool* pool) {
    const Place place = PlaceOf(failure);
    const Value small = SmallerLife(
        life,
        [&](const Value& candidate) {
          Pool scratch;
          const Value& composite = *Find(candidate, "composite");
          // Without a definition, the composite is always that of the test.
          if (stage_->spec_schema() == nullptr &&
              !Equal(composite, stage_->composite())) {
            return false;
          }
          if (!stage_->IsValid(composite)) return false;
          const auto run = PlayLife(stage_, candidate, &scratch);
          return run->failure().has_value() &&
                 PlaceOf(*run->failure()) == place;
        },
        pool);
    const auto run = PlayLife(stage_, small, pool);
    const std::string message =
        run->failure().has_value() ? run->failure()->message : failure.message;
    const std::string name =
        absl::StrCat("random-", WordFor(failure.rule), "-", ++count_);
    WrittenTest test{.name = name,
                     .sources = Find(document_.root, "spec"),
                     .composite = Find(small, "composite"),
                     .steps = &run->written()};
    test.comments = CommentsOf(message, number);
    result_.found.push_back({TestText(test), message, number});
  }

  std::vector<std::string> CommentsOf(const std::string& message,
                                      int number) const {
    std::vector<std::string> comments;
    for (absl::string_view line : absl::StrSplit(message, '\n')) {
      comments.emplace_back(line);
    }
    comments.push_back(
        absl::StrCat("life ", number, " of seed ", options_.seed));
    return comments;
  }

  // Chooses the types of those fields of statuses of which only the name is known: the
  // first type with which nothing is an error when no other field is reported.
  void LearnTypes() {
    StatusWords& words = stage_->words();
    if (!Fails()) return;
    words.ReportOnly({});
    if (Fails()) return words.ReportAll();
    for (size_t field : words.Unknown()) {
      words.ReportOnly({field});
      const size_t first = words.TypeOf(field);
      if (!Fails()) continue;
      bool fails = true;
      for (size_t type = 0; type < StatusWords::Types() && fails; ++type) {
        words.Teach(field, type);
        fails = Fails();
      }
      if (fails) words.Teach(field, first);
    }
    words.ReportAll();
  }

  // Any other failure has nothing to do with types.
  bool Fails() {
    Pool pool;
    Value life = Object();
    Set(life, "composite", Copy(stage_->composite(), &pool), &pool);
    const auto run = PlayLife(stage_, life, &pool);
    return run->failure().has_value() &&
           run->failure()->rule == LifeRule::kError;
  }

  const YamlDocument& document_;
  LifeStage* stage_;
  const RandomOptions& options_;
  RandomLives result_;
  std::set<Place> known_;
  int count_ = 0;
};

// Names may come from random values, so only the most frequent ones are printed.
constexpr size_t kMostMissing = 3;

void AddMissing(const std::map<std::string, int>& missing, std::string* out) {
  std::vector<std::pair<int, std::string>> all;
  all.reserve(missing.size());
  for (const auto& [object, count] : missing) all.emplace_back(-count, object);
  std::sort(all.begin(), all.end());
  int others = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const int count = -all[i].first;
    if (i >= kMostMissing) {
      others += count;
      continue;
    }
    absl::StrAppend(out, "# ", count, count == 1 ? " life" : " lives",
                    " ended early, because spec.objects does not have ",
                    all[i].second, "\n");
  }
  if (others > 0) {
    absl::StrAppend(out, "# ", others, others == 1 ? " life" : " lives",
                    " ended early, because spec.objects does not have one of ",
                    all.size() - kMostMissing, " other objects\n");
  }
}

}  // namespace

absl::StatusOr<RandomLives> PlayRandomLives(TestFile test,
                                            const TestOptions& options,
                                            const RandomOptions& random,
                                            Files* files, Pool* pool) {
  const YamlDocument& document = *test.document;
  LOOM_ASSIGN_OR_RETURN(std::unique_ptr<LifeStage> stage,
                        LifeStage::Make(std::move(test), options, files, pool));
  return LivesOfTest(document, stage.get(), random).Run();
}

std::string RandomReport(const std::vector<LivesOfFile>& tests,
                         const RandomOptions& options) {
  std::string out;
  for (const LivesOfFile& test : tests) {
    const RandomLives& lives = test.lives;
    absl::StrAppend(
        &out, "# ", test.file, ": ", test.name, ": ", lives.lives,
        lives.lives == 1 ? " life, " : " lives, ", lives.steps, " steps, ",
        lives.reconciles, " reconciles, seed ", options.seed, ": ",
        lives.found.empty() ? "nothing fails"
                            : absl::StrCat(lives.found.size(), " found"),
        "\n");
    if (!lives.fixed.empty()) {
      absl::StrAppend(&out, "# the spec of the composite is always the same: ",
                      lives.fixed, "\n");
    }
    AddMissing(lives.missing, &out);
    for (const FoundTest& found : lives.found) {
      absl::StrAppend(&out, "---\n", found.yaml);
    }
  }
  return Printed(out);
}

}  // namespace loom
