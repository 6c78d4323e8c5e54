// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <iostream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "data/go/regexp.h"
#include "tools/test/first_test.h"
#include "tools/test/random_lives.h"
#include "tools/test/test_file.h"
#include "tools/test/test_report.h"
#include "tools/test/timeline.h"
#include "tools/test/updated_test.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"test", "[FILE|DIR ...]"};

constexpr char kText[] =
    R"(Plays tests of Compositions without a cluster. A test (kind: CompositionTest) describes
the life of a composite in steps: what changes, and what must be true after the
reconciles that follow.

  function-loom test
  function-loom test tests/ --only 'shop|queue'

From a directory (by default the current one), all files *.test.yaml in it and below it
are read. In each step, a composed resource that is deleted or created again, a FATAL
result and a composite that does not become steady are failures, unless the step expects
them.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "all tests passed"},
    {1, "a test failed"},
    {2,
     "a test file is wrong, or the command failed (an unknown flag, a file "
     "that cannot be read)"}};

struct Options {
  std::vector<std::string> paths;
  std::vector<std::string> skip;
  std::string only;
  RandomOptions random;
  std::string init;
  std::string definition;
  bool update = false;
  bool fail_fast = false;
  bool verbose = false;
  bool help = false;
};

std::vector<DeclaredFlag> Flags(Options& options) {
  constexpr char kTests[] = "Tests";
  constexpr char kWrite[] = "Tests that are written";
  constexpr char kOutput[] = "Output";
  return {
      {"FILE", &options.paths},
      {"--only", &options.only, "REGEX",
       "Play only tests whose names this pattern matches.", kTests},
      {"--random",
       &options.random.lives,
       "N",
       "Play N random lives of each test's composite instead, and print a "
       "small test for each failure.",
       kTests,
       {},
       {},
       true},
      {"--seed", &options.random.seed, "S",
       "The seed of the random lives (by default, another one each time).",
       kTests},
      {"--init", &options.init, "COMPOSITION",
       "Write the first tests of a Composition: with the smallest and the "
       "fullest composite, and with what comes out.",
       kWrite},
      {"--xrd", &options.definition, "FILE",
       "The definition of the composite, for --init.", kWrite},
      {"--update", &options.update, "",
       "Replace the values that tests expect by those that come out.", kWrite},
      {"--fail-fast", &options.fail_fast, "", "End with the first failed test.",
       kTests},
      {"--skip", &options.skip, "STEP",
       "Leave out a step of the pipeline whose function is not built in. "
       "Can be "
       "repeated.",
       kTests},
      {"--verbose", &options.verbose, "", "Show what each reconcile changes.",
       kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

// The files of a path that may have tests.
absl::StatusOr<std::vector<std::string>> TestFilesOf(const std::string& path,
                                                     std::istream& in) {
  if (!IsDirectory(path)) return std::vector<std::string>{path};
  LOOM_ASSIGN_OR_RETURN(
      std::vector<TextFile> texts,
      ReadTexts(path, Depth::kAll, in, [](const std::string& relative) {
        return absl::EndsWith(relative, ".yaml") &&
               !absl::EndsWith(relative, ".test.yaml");
      }));
  std::vector<std::string> paths;
  for (const TextFile& text : texts) {
    if (!absl::EndsWith(text.path, ".test.yaml")) continue;
    paths.emplace_back(absl::StripPrefix(text.path, "./"));
  }
  return paths;
}

class Runner {
 public:
  Runner(const Options& options, std::istream& in)
      : options_(options), in_(in) {}

  absl::StatusOr<std::vector<TestResult>> Run() {
    if (!options_.only.empty()) {
      LOOM_ASSIGN_OR_RETURN(only_, Regexp::Compile(options_.only));
    }
    std::vector<std::string> paths = options_.paths;
    if (paths.empty()) paths.emplace_back(".");
    for (const std::string& path : paths) {
      LOOM_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                            TestFilesOf(path, in_));
      for (const std::string& file : files) {
        LOOM_RETURN_IF_ERROR(RunFile(file));
        if (is_over_) return std::move(results_);
      }
    }
    if (results_.empty() && random_.empty()) {
      return absl::InvalidArgumentError(
          "there is no test\n  a test is a document with kind: "
          "CompositionTest, in a file *.test.yaml");
    }
    return std::move(results_);
  }

  // The lives of each test, if they are random.
  const std::vector<LivesOfFile>& random() const { return random_; }

 private:
  // Writes what comes out into a file.
  absl::Status Update(const std::string& path) {
    TestOptions options;
    options.runtimes.skip = options_.skip;
    LOOM_ASSIGN_OR_RETURN(
        const UpdatedFile updated,
        UpdatedTests(
            path, options,
            [this](const std::string& name) { return IsSelected(name); }, in_));
    if (updated.changes == 0) return absl::OkStatus();
    return WriteWhole(path, updated.text);
  }

  bool IsSelected(const std::string& name) const {
    Pool pool;
    return !only_.has_value() || only_->Matches(name, &pool).value_or(false);
  }

  absl::Status RunFile(const std::string& path) {
    if (options_.update) LOOM_RETURN_IF_ERROR(Update(path));
    Pool pool;
    Files files(in_, &pool);
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                          files.Read(path));
    for (const YamlDocument& document : documents) {
      if (!IsTest(document.root)) continue;
      LOOM_ASSIGN_OR_RETURN(TestFile test, LoadTest(document, &files, &pool));
      if (!IsSelected(test.name)) continue;
      TestOptions options;
      options.runtimes.skip = options_.skip;
      if (options_.random.lives > 0) {
        LOOM_ASSIGN_OR_RETURN(
            RandomLives lives,
            PlayRandomLives(document, options, options_.random, &files, &pool));
        random_.push_back({path, test.name, std::move(lives)});
        continue;
      }
      results_.push_back(PlayTest(std::move(test), options, &files, &pool));
      results_.back().file = path;
      is_over_ = options_.fail_fast && !results_.back().passed();
      if (is_over_) break;
    }
    return absl::OkStatus();
  }

  const Options& options_;
  std::istream& in_;
  std::optional<Regexp> only_;
  std::vector<TestResult> results_;
  std::vector<LivesOfFile> random_;
  bool is_over_ = false;
};

// Flags that exclude each other.
absl::Status CheckFlags(const Options& options) {
  if (options.init.empty() != options.definition.empty()) {
    return absl::InvalidArgumentError(
        options.init.empty()
            ? "--xrd: only --init reads it"
            : "--init: the definition of the composite is missing\n  give it: "
              "--xrd FILE");
  }
  const int modes = (options.init.empty() ? 0 : 1) +
                    (options.random.lives > 0 ? 1 : 0) +
                    (options.update ? 1 : 0);
  if (modes > 1) {
    return absl::InvalidArgumentError(
        "--init, --random and --update exclude each other");
  }
  if (options.random.seed != 0 && options.random.lives == 0) {
    return absl::InvalidArgumentError("--seed: only --random reads it");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> Init(const Options& options, std::istream& in) {
  Pool pool;
  Files files(in, &pool);
  TestOptions test;
  test.runtimes.skip = options.skip;
  return FirstTests(options.init, options.definition, test, &files, &pool);
}

}  // namespace

HelpPage TestHelp() {
  Options options;
  return {.line = kLine,
          .summary = "play the life of a composite, and check each step",
          .text = kText,
          .flags = FlagsOf(Flags(options)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

int RunTest(const std::vector<std::string>& arguments, std::istream& in,
            std::ostream& out, std::ostream& err) {
  Options options;
  auto fail = [&](const absl::Status& status) {
    PrintErrors(status, err);
    return 2;
  };
  const absl::Status parsed =
      ParseFlags(Flags(options), arguments, kLine, options.help);
  if (!parsed.ok()) return fail(parsed);
  if (options.help) {
    out << HelpText(TestHelp());
    return 0;
  }
  const absl::Status flags = CheckFlags(options);
  if (!flags.ok()) return fail(flags);
  if (!options.init.empty()) {
    const absl::StatusOr<std::string> tests = Init(options, in);
    if (!tests.ok()) return fail(tests.status());
    out << *tests << std::flush;
    return out ? 0 : 2;
  }
  if (options.random.lives > 0 && options.random.seed == 0) {
    options.random.seed = absl::ToUnixMillis(absl::Now()) % 1'000'000;
  }
  Runner runner(options, in);
  absl::StatusOr<std::vector<TestResult>> results = runner.Run();
  if (!results.ok()) return fail(results.status());
  if (options.random.lives > 0) {
    out << RandomReport(runner.random(), options.random) << std::flush;
    if (!out) return 2;
    return absl::c_all_of(
               runner.random(),
               [](const LivesOfFile& each) { return each.lives.found.empty(); })
               ? 0
               : 1;
  }
  out << TestReport(*results, options.verbose) << std::flush;
  if (!out) return 2;
  return absl::c_all_of(*results,
                        [](const TestResult& each) { return each.passed(); })
             ? 0
             : 1;
}

int TestCommand(int argc, const char* const* argv) {
  return RunTest({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
