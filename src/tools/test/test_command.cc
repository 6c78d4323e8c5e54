// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "data/go/regexp.h"
#include "tools/test/coverage_report.h"
#include "tools/test/other_tools/upbound_test.h"
#include "tools/test/other_tools/xprin_player.h"
#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/progress.h"
#include "tools/test/random/first_test.h"
#include "tools/test/random/random_lives.h"
#include "tools/test/test_formats.h"
#include "tools/test/test_lint.h"
#include "tools/test/test_report.h"
#include "tools/test/timeline/coverage.h"
#include "tools/test/timeline/test_file.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test/updated_test.h"
#include "tools/test/watched_tests.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"
#include "tools/workspace/template_file.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"test", "[FILE|DIR ...]"};

constexpr char kHelp[] =
    R"(Plays tests of Compositions without a cluster. A test (kind: CompositionTest) describes
the life of a composite in steps: what changes, and what must be true after the
reconciles that follow.

  function-loom test
  function-loom test tests/ --only 'shop|queue'

From a directory (by default the current one), all files *.test.yaml in it and below it
are read. In each step, a composed resource that is deleted or created again, a FATAL
result and a composite that does not become steady are failures, unless the step expects
them.

Tests of xprin (xprin.yaml, *_xprin.yaml) and of Upbound's projects (test.yaml) are played
unchanged. Each is one reconcile.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "all tests passed"},
    {1, "a test failed, or the coverage is too low"},
    {2,
     "a test file is wrong, or the command failed (an unknown flag, a file "
     "that cannot be read)"}};

enum class TestOutput { kText, kJson, kJunit, kGithub };

constexpr std::pair<absl::string_view, TestOutput> kOutputs[] = {
    {"text", TestOutput::kText},
    {"json", TestOutput::kJson},
    {"junit", TestOutput::kJunit},
    {"github", TestOutput::kGithub}};

struct Options {
  std::vector<std::string> paths;
  std::vector<std::string> skip;
  std::vector<std::string> addresses;
  std::string only;
  bool allow_hooks = false;
  RandomOptions random;
  std::string init;
  std::string definition;
  bool update = false;
  bool fail_fast = false;
  bool watch = false;
  bool verbose = false;
  std::string output = "text";
  bool coverage = false;
  std::string coverage_output;
  int min_coverage = 0;
  bool help = false;
};

std::vector<DeclaredFlag> Flags(Options& options) {
  constexpr char kTests[] = "Tests";
  constexpr char kWrite[] = "Tests that are written";
  constexpr char kOutput[] = "Output";
  constexpr char kCoverage[] = "Coverage";
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
      {"--watch", &options.watch, "",
       "Play the tests again when a file changes.", kTests},
      {"--skip", &options.skip, "STEP",
       "Leave out a step of the pipeline whose function is not built in. "
       "Can be "
       "repeated.",
       kTests},
      {"--function-address", &options.addresses, "NAME=HOST:PORT",
       "Call a Function that runs elsewhere, without TLS. Can be repeated.",
       kTests},
      {"--allow-hooks", &options.allow_hooks, "",
       "Run the shell commands of xprin's tests.", kTests},
      {"--verbose", &options.verbose, "", "Show what each reconcile changes.",
       kOutput},
      {"--coverage", &options.coverage, "",
       "Show which parts of the Compositions never took part.", kCoverage},
      {"--coverage-output", &options.coverage_output, "FILE",
       "Write the coverage to this file, in the format of lcov.", kCoverage},
      {.names = "--min-coverage",
       .target = &options.min_coverage,
       .value = "PERCENT",
       .description = "Fail if less is covered.",
       .group = kCoverage,
       .range = std::pair(0, 100)},
      {"--output", &options.output, "FORMAT",
       "text, json, junit (XML that CI systems read) or github (messages at "
       "the "
       "lines of the failures).",
       kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

// Whether a file in a directory is read because of its name.
bool IsNamedAsTest(absl::string_view path) {
  return absl::EndsWith(path, ".test.yaml") || IsXprinName(path) ||
         path.substr(path.rfind('/') + 1) == "test.yaml";
}

// Many projects have a test.yaml.
bool IsOtherTest(const TextFile& text) {
  return !absl::EndsWith(text.path, ".test.yaml") && !IsXprinName(text.path) &&
         !absl::StrContains(text.text, "meta.dev.upbound.io");
}

// The files of a path that may have tests.
absl::StatusOr<std::vector<std::string>> TestFilesOf(const std::string& path,
                                                     std::istream& in) {
  if (!IsDirectory(path)) return std::vector<std::string>{path};
  LOOM_ASSIGN_OR_RETURN(
      std::vector<TextFile> texts,
      ReadTexts(path, Depth::kAll, in, [](const std::string& relative) {
        return !IsNamedAsTest(relative);
      }));
  std::vector<std::string> paths;
  for (const TextFile& text : texts) {
    if (!IsNamedAsTest(text.path) || IsOtherTest(text)) continue;
    paths.emplace_back(absl::StripPrefix(text.path, "./"));
  }
  return paths;
}

bool WantsCoverage(const Options& options) {
  return options.coverage || !options.coverage_output.empty() ||
         options.min_coverage > 0;
}

// Shows and writes what the options ask for. Returns whether it is enough.
absl::StatusOr<bool> ReportCoverage(const Coverage& coverage,
                                    const Options& options, std::ostream& out) {
  if (options.coverage) out << CoverageText(coverage);
  if (!options.coverage_output.empty()) {
    std::ofstream file(options.coverage_output);
    file << CoverageLcov(coverage) << std::flush;
    if (!file) {
      return absl::InvalidArgumentError(
          absl::StrCat("cannot write ", options.coverage_output));
    }
  }
  const CoverageCount count = CoverageCount::Of(coverage);
  if (count.Reaches(options.min_coverage)) return true;
  out << "the coverage is " << PercentText(count) << ", less than "
      << options.min_coverage << " %\n";
  return false;
}

class Runner {
 public:
  Runner(const Options& options, Progress* progress, std::istream& in)
      : options_(options), progress_(*progress), in_(in) {}

  const Coverage& coverage() const { return coverage_; }

  absl::StatusOr<std::vector<TestResult>> Run() {
    for (const std::string& text : options_.addresses) {
      const std::pair<std::string, std::string> pair =
          absl::StrSplit(text, absl::MaxSplits('=', 1));
      if (pair.first.empty() || pair.second.empty()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--function-address ", text, ": want NAME=HOST:PORT"));
      }
      play_.runtimes.addresses.insert(pair);
    }
    play_.runtimes.takes_addresses = true;
    play_.runtimes.skip = options_.skip;
    play_.allows_hooks = options_.allow_hooks;
    if (WantsCoverage(options_)) play_.coverage = &coverage_;
    if (!options_.only.empty()) {
      LOOM_ASSIGN_OR_RETURN(only_, Regexp::Compile(options_.only));
    }
    std::vector<std::string> paths = options_.paths;
    if (paths.empty()) paths.emplace_back(".");
    std::vector<std::string> files;
    for (const std::string& path : paths) {
      LOOM_ASSIGN_OR_RETURN(std::vector<std::string> some,
                            TestFilesOf(path, in_));
      absl::c_move(some, std::back_inserter(files));
    }
    for (size_t i = 0; i < files.size(); ++i) {
      LOOM_RETURN_IF_ERROR(RunFile(files[i]));
      if (is_over_) return std::move(results_);
      progress_.Show(absl::StrCat(i + 1, "/", files.size(), " files, ", failed_,
                                  " failed"));
    }
    if (results_.empty() && random_.empty()) {
      return absl::InvalidArgumentError(
          "there is no test\n  a test is a document with kind: "
          "CompositionTest in a file *.test.yaml, a suite of xprin "
          "(*_xprin.yaml), or a test.yaml of an Upbound project");
    }
    return std::move(results_);
  }

  // The lives of each test, if they are random.
  const std::vector<LivesOfFile>& random() const { return random_; }

 private:
  // Writes what comes out into a file.
  absl::Status Update(const std::string& path) {
    LOOM_ASSIGN_OR_RETURN(
        const UpdatedFile updated,
        UpdatedTests(
            path, play_,
            [this](const std::string& name) { return Selects(name); }, in_));
    if (updated.changes == 0) return absl::OkStatus();
    return WriteWhole(path, updated.text);
  }

  bool Selects(const std::string& name) const {
    Pool pool;
    return !only_.has_value() || only_->Matches(name, &pool).value_or(false);
  }

  void Add(TestResult result) {
    results_.push_back(std::move(result));
    if (results_.back().passed()) return;
    ++failed_;
    is_over_ = options_.fail_fast;
  }

  absl::Status RunFile(const std::string& path) {
    if (options_.update) LOOM_RETURN_IF_ERROR(Update(path));
    Pool pool;
    if (IsXprinName(path)) return RunXprin(path, &pool);
    Files files(in_, &pool);
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                          files.Read(path));
    LOOM_ASSIGN_OR_RETURN(std::vector<UpboundTest> of_upbound,
                          LoadUpbound(documents, &files, &pool));
    for (UpboundTest& test : of_upbound) {
      if (is_over_ || !Selects(test.name)) continue;
      Add(PlayUpbound(std::move(test), play_, &files, &pool));
    }
    for (const YamlDocument& document : documents) {
      if (!IsTest(document.root)) continue;
      LOOM_ASSIGN_OR_RETURN(TestFile test, LoadTest(document, &files, &pool));
      if (is_over_ || !Selects(test.name)) continue;
      if (options_.random.lives > 0) {
        LOOM_ASSIGN_OR_RETURN(RandomLives lives,
                              PlayLives(document, test.name, &files, &pool));
        random_.push_back({path, test.name, std::move(lives)});
        continue;
      }
      TestResult result = PlayLinted(std::move(test), &files, &pool);
      result.file = path;
      Add(std::move(result));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<RandomLives> PlayLives(const YamlDocument& document,
                                        const std::string& name, Files* files,
                                        Pool* pool) {
    RandomOptions random = options_.random;
    random.after_life = [&](int played, size_t found) {
      progress_.Show(absl::StrCat(name, ": ", played, "/", random.lives,
                                  " lives, ", found, " found"));
    };
    return PlayRandomLives(document, play_, random, files, pool);
  }

  TestResult PlayLinted(TestFile test, Files* files, Pool* pool) {
    std::vector<TestFailure> findings = lint_.ErrorsOf(test, in_);
    TestResult result = PlayTest(std::move(test), play_, files, pool);
    result.findings.reserve(findings.size());
    for (TestFailure& finding : findings) {
      // The error of a test that cannot begin may be the same.
      if (absl::StrContains(result.error.message(), PlaceText(finding.at))) {
        continue;
      }
      result.findings.push_back(std::move(finding));
    }
    return result;
  }

  absl::Status RunXprin(const std::string& path, Pool* pool) {
    LOOM_ASSIGN_OR_RETURN(const std::vector<TextFile> texts,
                          ReadTexts(path, Depth::kOne, in_));
    LOOM_ASSIGN_OR_RETURN(const XprinSuite suite,
                          LoadXprin(path, texts.front().text, pool));
    auto selects = [this](const std::string& name) { return Selects(name); };
    for (TestResult& result : PlayXprin(suite, play_, selects)) {
      if (!is_over_) Add(std::move(result));
    }
    return absl::OkStatus();
  }

  const Options& options_;
  Progress& progress_;
  std::istream& in_;
  TestOptions play_;
  std::optional<Regexp> only_;
  TestLint lint_;
  std::vector<TestResult> results_;
  Coverage coverage_;
  std::vector<LivesOfFile> random_;
  size_t failed_ = 0;
  bool is_over_ = false;
};

// `took` is zero unless a person is to know it.
std::string ReportOf(const std::vector<TestResult>& results, TestOutput output,
                     bool verbose, absl::Duration took) {
  switch (output) {
    case TestOutput::kJson:
      return JsonTestReport(results);
    case TestOutput::kJunit:
      return JunitTestReport(results);
    case TestOutput::kGithub:
      return GithubTestReport(results);
    case TestOutput::kText:
      break;
  }
  return TestReport(results, verbose, took);
}

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
  if (options.watch && modes > 0) {
    return absl::InvalidArgumentError(
        "--watch: --init, --random and --update do not watch files");
  }
  if (options.watch && absl::c_linear_search(options.paths, "-")) {
    return absl::InvalidArgumentError(
        "--watch: stdin cannot be read twice\n  give files instead of -");
  }
  if (options.random.seed != 0 && options.random.lives == 0) {
    return absl::InvalidArgumentError("--seed: only --random reads it");
  }
  return absl::OkStatus();
}

bool IsTerminal(const std::ostream& stream) {
  return (&stream == &std::cout && isatty(STDOUT_FILENO) != 0) ||
         (&stream == &std::cerr && isatty(STDERR_FILENO) != 0);
}

// Plays and reports all tests once. Returns the exit code.
absl::StatusOr<int> Play(const Options& options, TestOutput output,
                         std::istream& in, std::ostream& out,
                         std::ostream& err) {
  Progress progress(IsTerminal(err) ? &err : nullptr);
  Runner runner(options, &progress, in);
  LOOM_ASSIGN_OR_RETURN(const std::vector<TestResult> results, runner.Run());
  progress.Erase();
  if (options.random.lives > 0) {
    out << RandomReport(runner.random(), options.random) << std::flush;
    if (!out) return 2;
    const bool found = absl::c_any_of(
        runner.random(),
        [](const LivesOfFile& each) { return !each.lives.found.empty(); });
    return found ? 1 : 0;
  }
  out << ReportOf(results, output, options.verbose,
                  IsTerminal(out) ? progress.elapsed() : absl::ZeroDuration());
  LOOM_ASSIGN_OR_RETURN(
      const bool is_covered,
      ReportCoverage(runner.coverage(), options,
                     output == TestOutput::kText ? out : err));
  out << std::flush;
  if (!out) return 2;
  const bool passed = absl::c_all_of(
      results, [](const TestResult& each) { return each.passed(); });
  return passed && is_covered ? 0 : 1;
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
          .text = kHelp,
          .flags = FlagsOf(Flags(options)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

int RunTest(const std::vector<std::string>& arguments, std::istream& in,
            std::ostream& out, std::ostream& err) {
  Options options;
  auto fail = [&](const absl::Status& status) {
    PrintErrors(status, err);
    if (WantsJson(arguments)) out << ErrorJson("test", status);
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
  const absl::StatusOr<TestOutput> output =
      Choose("--output", options.output, kOutputs);
  if (!output.ok()) return fail(output.status());
  if (!options.init.empty()) {
    const absl::StatusOr<std::string> tests = Init(options, in);
    if (!tests.ok()) return fail(tests.status());
    out << *tests << std::flush;
    return out ? 0 : 2;
  }
  if (options.random.lives > 0 && options.random.seed == 0) {
    options.random.seed = absl::ToUnixMillis(absl::Now()) % 1'000'000;
  }
  auto play = [&]() -> int {
    const absl::StatusOr<int> code = Play(options, *output, in, out, err);
    return code.ok() ? *code : fail(code.status());
  };
  if (!options.watch) return play();
  WatchTests([&] { play(); }, [&out] { return out.good(); }, err);
  return 2;
}

int TestCommand(int argc, const char* const* argv) {
  return RunTest({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
