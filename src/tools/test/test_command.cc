// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_command.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "data/go/regexp.h"
#include "tools/findings/diagnostic.h"
#include "tools/test/coverage_report.h"
#include "tools/test/other_tools/upbound_test.h"
#include "tools/test/other_tools/xprin_player.h"
#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/random/first_test.h"
#include "tools/test/random/random_lives.h"
#include "tools/test/test_formats.h"
#include "tools/test/test_report.h"
#include "tools/test/timeline/coverage.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test/updated_test.h"
#include "tools/test_files/test_file.h"
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

// A file with what its tests need. Nothing of it has been played.
struct LoadedFile {
  std::string path;
  Pool pool;
  Files files;
  std::vector<YamlDocument> documents = {};
  std::vector<TestFile> tests = {};
  std::vector<UpboundTest> of_upbound = {};
  std::optional<XprinSuite> of_xprin = {};

  LoadedFile(std::string file, std::istream& in)
      : path(std::move(file)), files(in, &pool) {}

  // FailedPrecondition, InvalidArgument: what is wrong in the file, all of it.
  absl::Status Load(std::istream& in) {
    if (IsXprinName(path)) {
      LOOM_ASSIGN_OR_RETURN(const std::vector<TextFile> texts,
                            ReadTexts(path, Depth::kOne, in));
      LOOM_ASSIGN_OR_RETURN(of_xprin,
                            LoadXprin(path, texts.front().text, &pool));
      return absl::OkStatus();
    }
    LOOM_ASSIGN_OR_RETURN(documents, files.Read(path));
    LOOM_ASSIGN_OR_RETURN(of_upbound, LoadUpbound(documents, &files, &pool));
    Diagnostics mistakes;
    for (const YamlDocument& document : documents) {
      if (IsUpboundTest(document.root)) continue;
      if (auto why = WhyNoTest(document)) {
        mistakes.push_back(*std::move(why));
        continue;
      }
      if (!IsTest(document.root)) continue;
      tests.push_back({.name = "", .sources = {document.Part({}, Value())}});
      absl::c_move(ReadTest(document, &files, &pool, &tests.back()),
                   std::back_inserter(mistakes));
    }
    return ErrorOf(mistakes);
  }
};

// Loads all files, and plays their tests only if nothing in any of them is wrong.
class Runner {
 public:
  Runner(const Options& options, std::istream& in)
      : options_(options), in_(in) {}

  const Coverage& coverage() const { return coverage_; }

  absl::StatusOr<std::vector<TestResult>> Run() {
    LOOM_RETURN_IF_ERROR(ReadOptions());
    LOOM_RETURN_IF_ERROR(LoadFiles());
    for (std::unique_ptr<LoadedFile>& file : files_) {
      LOOM_RETURN_IF_ERROR(PlayFile(std::move(file)));
      if (is_over_) return std::move(results_);
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
  absl::Status ReadOptions() {
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
    return absl::OkStatus();
  }

  // Returns the mistakes of all files.
  absl::Status LoadFiles() {
    std::vector<std::string> paths = options_.paths;
    if (paths.empty()) paths.emplace_back(".");
    std::vector<std::string> errors;
    auto collect = [&errors](const absl::Status& status) {
      if (!status.ok()) errors.emplace_back(status.message());
    };
    for (const std::string& path : paths) {
      const auto files = TestFilesOf(path, in_);
      if (!files.ok()) {
        collect(files.status());
        continue;
      }
      for (const std::string& file : *files) {
        files_.push_back(std::make_unique<LoadedFile>(file, in_));
        collect(files_.back()->Load(in_));
      }
    }
    if (errors.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(absl::StrJoin(errors, "\n"));
  }

  // Writes what comes out into a file. Returns the file as it is then.
  absl::StatusOr<std::unique_ptr<LoadedFile>> Update(
      std::unique_ptr<LoadedFile> file) {
    LOOM_ASSIGN_OR_RETURN(
        const UpdatedFile updated,
        UpdatedTests(
            file->path, play_,
            [this](const std::string& name) { return Selects(name); }, in_));
    if (updated.changes == 0) return file;
    LOOM_RETURN_IF_ERROR(WriteWhole(file->path, updated.text));
    auto changed = std::make_unique<LoadedFile>(file->path, in_);
    LOOM_RETURN_IF_ERROR(changed->Load(in_));
    return changed;
  }

  bool Selects(const std::string& name) const {
    Pool pool;
    return !only_.has_value() || only_->Matches(name, &pool).value_or(false);
  }

  void Add(TestResult result) {
    results_.push_back(std::move(result));
    is_over_ = options_.fail_fast && !results_.back().passed();
  }

  // The file is freed when its tests have been played.
  absl::Status PlayFile(std::unique_ptr<LoadedFile> file) {
    if (file->of_xprin.has_value()) {
      PlaySuite(*file->of_xprin);
      return absl::OkStatus();
    }
    if (options_.update) {
      LOOM_ASSIGN_OR_RETURN(file, Update(std::move(file)));
    }
    for (UpboundTest& test : file->of_upbound) {
      if (is_over_ || !Selects(test.name)) continue;
      Add(PlayUpbound(std::move(test), play_, &file->files, &file->pool));
    }
    for (TestFile& test : file->tests) {
      if (is_over_ || !Selects(test.name)) continue;
      LOOM_RETURN_IF_ERROR(PlayTestOf(file.get(), std::move(test)));
    }
    return absl::OkStatus();
  }

  absl::Status PlayTestOf(LoadedFile* file, TestFile test) {
    if (options_.random.lives > 0) {
      std::string name = test.name;
      LOOM_ASSIGN_OR_RETURN(
          RandomLives lives,
          PlayRandomLives(std::move(test), play_, options_.random, &file->files,
                          &file->pool));
      random_.push_back({file->path, std::move(name), std::move(lives)});
      return absl::OkStatus();
    }
    TestResult result =
        PlayTest(std::move(test), play_, &file->files, &file->pool);
    result.file = file->path;
    Add(std::move(result));
    return absl::OkStatus();
  }

  void PlaySuite(const XprinSuite& suite) {
    auto selects = [this](const std::string& name) { return Selects(name); };
    for (TestResult& result : PlayXprin(suite, play_, selects)) {
      if (!is_over_) Add(std::move(result));
    }
  }

  const Options& options_;
  std::istream& in_;
  TestOptions play_;
  std::optional<Regexp> only_;
  std::vector<std::unique_ptr<LoadedFile>> files_;
  std::vector<TestResult> results_;
  Coverage coverage_;
  std::vector<LivesOfFile> random_;
  bool is_over_ = false;
};

std::string ReportOf(const std::vector<TestResult>& results, TestOutput output,
                     bool verbose) {
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
  return TestReport(results, verbose);
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
  Runner runner(options, in);
  absl::StatusOr<std::vector<TestResult>> results = runner.Run();
  if (!results.ok()) return fail(results.status());
  if (options.random.lives > 0) {
    out << RandomReport(runner.random(), options.random) << std::flush;
    if (!out) return 2;
    const bool found = absl::c_any_of(
        runner.random(),
        [](const LivesOfFile& each) { return !each.lives.found.empty(); });
    return found ? 1 : 0;
  }
  out << ReportOf(*results, *output, options.verbose);
  const absl::StatusOr<bool> is_covered = ReportCoverage(
      runner.coverage(), options, *output == TestOutput::kText ? out : err);
  if (!is_covered.ok()) return fail(is_covered.status());
  out << std::flush;
  if (!out) return 2;
  const bool passed = absl::c_all_of(
      *results, [](const TestResult& each) { return each.passed(); });
  return passed && *is_covered ? 0 : 1;
}

int TestCommand(int argc, const char* const* argv) {
  return RunTest({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
