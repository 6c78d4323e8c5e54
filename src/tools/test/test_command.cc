// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/test/coverage_report.h"
#include "tools/test/progress.h"
#include "tools/test/random/first_test.h"
#include "tools/test/random/random_lives.h"
#include "tools/test/test_formats.h"
#include "tools/test/test_report.h"
#include "tools/test/test_runner.h"
#include "tools/test/timeline/coverage.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test/watched_tests.h"
#include "tools/workspace/files.h"

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
  TestRun run;
  std::string init;
  std::string definition;
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
  constexpr char kWrite[] = "Writing tests";
  constexpr char kOutput[] = "Output";
  constexpr char kCoverage[] = "Coverage";
  return {
      {"FILE", &options.run.paths},
      {"--only", &options.run.only, "REGEX",
       "Play only tests whose names this pattern matches.", kTests},
      {"--random",
       &options.run.random.lives,
       "N",
       "Instead of the tests, play N random lives of each composite, and print "
       "a minimal test for each failure.",
       kTests,
       {},
       {},
       true},
      {"--seed", &options.run.random.seed, "S",
       "The seed of the random lives (default: random).", kTests},
      {"--init", &options.init, "COMPOSITION",
       "Write the first tests of a Composition: with the smallest and the "
       "fullest composite, and with other values of enums. FILE: objects and "
       "CRDs for them.",
       kWrite},
      {"--xrd", &options.definition, "FILE",
       "The definition of the composite, for --init.", kWrite},
      {"--update", &options.run.update, "",
       "Replace the expected values in tests with the actual ones.", kWrite},
      {"--fail-fast", &options.run.fail_fast, "",
       "End with the first failed test.", kTests},
      {"--watch", &options.watch, "",
       "Play the tests again when a file changes.", kTests},
      {"--skip", &options.run.skip, "STEP",
       "Leave out a step of the pipeline whose function is not built in. "
       "Can be repeated.",
       kTests},
      {"--function-address", &options.run.addresses, "NAME=HOST:PORT",
       "Call a Function that runs elsewhere, without TLS. Can be repeated.",
       kTests},
      {"--allow-hooks", &options.run.allow_hooks, "",
       "Run the shell commands of xprin's tests.", kTests},
      {"--verbose", &options.verbose, "", "Show what each reconcile changes.",
       kOutput},
      {"--coverage", &options.coverage, "",
       "Show which parts of the Compositions no test used.", kCoverage},
      {"--coverage-output", &options.coverage_output, "FILE",
       "Write the coverage to this file, in the format of lcov.", kCoverage},
      {.names = "--min-coverage",
       .target = &options.min_coverage,
       .value = "PERCENT",
       .description = "Fail if the coverage is lower.",
       .group = kCoverage,
       .range = std::pair(0, 100)},
      {"--output", &options.output, "FORMAT",
       "text, json, junit (XML that CI systems read) or github (messages at "
       "the lines of the failures).",
       kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
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
            : "--init: the definition of the composite is missing\n  pass it "
              "with --xrd FILE");
  }
  const int modes = (options.init.empty() ? 0 : 1) +
                    (options.run.random.lives > 0 ? 1 : 0) +
                    (options.run.update ? 1 : 0);
  if (modes > 1) {
    return absl::InvalidArgumentError(
        "--init, --random and --update exclude each other");
  }
  if (options.watch && modes > 0) {
    return absl::InvalidArgumentError(
        "--watch: --init, --random and --update do not watch files");
  }
  if (options.watch && absl::c_linear_search(options.run.paths, "-")) {
    return absl::InvalidArgumentError(
        "--watch: stdin cannot be read twice\n  pass files instead of -");
  }
  if (options.run.random.seed != 0 && options.run.random.lives == 0) {
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
  TestRunner runner(options.run, &progress, in);
  LOOM_ASSIGN_OR_RETURN(const std::vector<TestResult> results, runner.Run());
  progress.Erase();
  if (options.run.random.lives > 0) {
    out << RandomReport(runner.random(), options.run.random) << std::flush;
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

absl::StatusOr<FirstTestsText> Init(const Options& options, std::istream& in) {
  Pool pool;
  Files files(in, &pool);
  TestOptions test;
  test.runtimes.skip = options.run.skip;
  return FirstTests(options.init, options.definition, options.run.paths, test,
                    &files, &pool);
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
    const absl::StatusOr<FirstTestsText> tests = Init(options, in);
    if (!tests.ok()) return fail(tests.status());
    out << tests->yaml << std::flush;
    for (const std::string& note : tests->notes) PrintNote(note, err);
    return out ? 0 : 2;
  }
  options.run.covers = options.coverage || !options.coverage_output.empty() ||
                       options.min_coverage > 0;
  if (options.run.random.lives > 0 && options.run.random.seed == 0) {
    options.run.random.seed = absl::ToUnixMillis(absl::Now()) % 1'000'000;
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
