// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_runner.h"

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "tools/findings/diagnostic.h"
#include "tools/test/other_tools/upbound_test.h"
#include "tools/test/other_tools/xprin_player.h"
#include "tools/test/other_tools/xprin_suite.h"
#include "tools/test/updated_test.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"
#include "tools/workspace/template_file.h"

namespace loom {
namespace {

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

}  // namespace

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

TestRunner::TestRunner(const TestRun& run, Progress* progress, std::istream& in)
    : options_(run), progress_(*progress), in_(in) {}

TestRunner::~TestRunner() = default;

absl::StatusOr<std::vector<TestResult>> TestRunner::Run() {
  LOOM_RETURN_IF_ERROR(ReadOptions());
  LOOM_RETURN_IF_ERROR(LoadFiles());
  for (size_t i = 0; i < files_.size(); ++i) {
    LOOM_RETURN_IF_ERROR(PlayFile(std::move(files_[i])));
    if (is_over_) return std::move(results_);
    progress_.Show(absl::StrCat(i + 1, "/", files_.size(), " files, ", failed_,
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

absl::Status TestRunner::ReadOptions() {
  LOOM_RETURN_IF_ERROR(AddAddresses(options_.addresses, &play_.runtimes));
  play_.runtimes.skip = options_.skip;
  play_.allows_hooks = options_.allow_hooks;
  if (options_.covers) play_.coverage = &coverage_;
  if (!options_.only.empty()) {
    LOOM_ASSIGN_OR_RETURN(only_, Regexp::Compile(options_.only));
  }
  return absl::OkStatus();
}

absl::Status TestRunner::LoadFiles() {
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

absl::StatusOr<std::unique_ptr<LoadedFile>> TestRunner::Update(
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

bool TestRunner::Selects(const std::string& name) const {
  Pool pool;
  return !only_.has_value() || only_->Matches(name, &pool).value_or(false);
}

void TestRunner::Add(TestResult result) {
  results_.push_back(std::move(result));
  if (results_.back().passed()) return;
  ++failed_;
  is_over_ = options_.fail_fast;
}

absl::Status TestRunner::PlayFile(std::unique_ptr<LoadedFile> file) {
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

absl::Status TestRunner::PlayTestOf(LoadedFile* file, TestFile test) {
  if (options_.random.lives > 0) {
    std::string name = test.name;
    LOOM_ASSIGN_OR_RETURN(
        RandomLives lives,
        PlayLives(std::move(test), &file->files, &file->pool));
    random_.push_back({file->path, std::move(name), std::move(lives)});
    return absl::OkStatus();
  }
  TestResult result = PlayLinted(std::move(test), &file->files, &file->pool);
  result.file = file->path;
  Add(std::move(result));
  return absl::OkStatus();
}

absl::StatusOr<RandomLives> TestRunner::PlayLives(TestFile test, Files* files,
                                                  Pool* pool) {
  RandomOptions random = options_.random;
  random.after_life = [this, name = test.name, lives = random.lives](
                          int played, size_t found) {
    progress_.Show(absl::StrCat(name, ": ", played, "/", lives, " lives, ",
                                found, " found"));
  };
  return PlayRandomLives(std::move(test), play_, random, files, pool);
}

TestResult TestRunner::PlayLinted(TestFile test, Files* files, Pool* pool) {
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

void TestRunner::PlaySuite(const XprinSuite& suite) {
  auto selects = [this](const std::string& name) { return Selects(name); };
  for (TestResult& result : PlayXprin(suite, play_, selects)) {
    if (!is_over_) Add(std::move(result));
  }
}

}  // namespace loom
