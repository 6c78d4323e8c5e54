// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_command.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "command_line/json_writer.h"
#include "tools/convert/converter.h"
#include "tools/workspace/files.h"
#include "tools/workspace/template_file.h"
#include "tools/yaml/unified_diff.h"

namespace loom {
namespace {

// For ParseConvertOptions.

constexpr CommandLine kLine = {"convert", "FILE|DIR|-"};

constexpr char kText[] =
    R"(Converts Compositions to function-loom: `mode: Resources`, and pipelines with
function-environment-configs, function-extra-resources,
function-patch-and-transform, function-auto-ready and function-sequencer. The files
are edited, not rewritten, so order and comments stay; the result is read again and
compared. Other documents stay unchanged. A directory is read recursively.

Inline templates of function-go-templating become resources with expressions. What
has no equivalent expression stays in the old step, with the reason as a comment.

  function-loom convert composition.yaml --output patch
  function-loom convert compositions/ --in-place
  function-loom convert composition.yaml --to drop-in >converted.yaml

Add --rewrite if a map or list in braces or brackets has to be split, if an anchor is
used both inside and outside the part that moves, or if lines are indented
inconsistently.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "converted, or there is nothing to do"},
    {1,
     "something cannot be converted (everything else is), or --check found "
     "something to convert"},
    {2,
     "the command failed (an unknown flag, a file that cannot be read or is "
     "not YAML)"}};

constexpr std::pair<absl::string_view, bool> kTo[] = {{"native", false},
                                                      {"drop-in", true}};
using Output = ConvertOptions::Output;
constexpr std::pair<absl::string_view, Output> kOutputs[] = {
    {"yaml", Output::kYaml},
    {"patch", Output::kPatch},
    {"json", Output::kJson}};

struct Typed {
  std::string to = "native";
  std::string output = "yaml";
};

std::vector<DeclaredFlag> Flags(ConvertOptions& options, Typed& typed) {
  constexpr char kConversion[] = "Conversion";
  constexpr char kOutput[] = "Output";
  ConvertRules& rules = options.rules;
  return {
      {"PATH", &options.path},
      {"--to", &typed.to, WordsText(kTo),
       "One native step, or the old inputs (default native).", kConversion},
      {"--function", &rules.function, "NAME",
       "Name of the Function (default function-loom).", kConversion},
      {"--step", &rules.step, "NAME", "Name of the native step (default loom).",
       kConversion},
      {"--name-unnamed", &rules.name_unnamed, "",
       "Set the names of unnamed resources to resource-N.", kConversion},
      {"--inline", &rules.inlines, "",
       "Turn patches without transforms into template values.", kConversion},
      {"--rewrite", &rules.rewrite, "",
       "Rewrite documents that cannot be changed in place.", kConversion},
      {"--output", &typed.output, WordsText(kOutputs),
       "YAML, a unified diff or JSON (default yaml).", kOutput},
      {"--in-place", &options.in_place, "", "Overwrite the files.", kOutput},
      {"--check", &options.check, "",
       "Write nothing; exit with 1 if there is something to convert.", kOutput},
      {"-q,--quiet", &options.quiet, "", "Do not print notes to stderr.",
       kOutput},
      {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

absl::Status Take(const Typed& typed, ConvertOptions* options) {
  LOOM_ASSIGN_OR_RETURN(options->rules.drop_in, Choose("--to", typed.to, kTo));
  LOOM_ASSIGN_OR_RETURN(options->output,
                        Choose("--output", typed.output, kOutputs));
  if (options->path.empty()) {
    return absl::InvalidArgumentError(
        "missing argument: FILE\n  usage: function-loom convert FILE|DIR|-");
  }
  if (options->rules.inlines && options->rules.drop_in) {
    return absl::InvalidArgumentError(
        "--inline makes templates, which the old inputs do not have\n  leave "
        "out --to drop-in");
  }
  if (options->in_place && options->check) {
    return absl::InvalidArgumentError(
        "--check writes nothing, so it cannot be combined with --in-place");
  }
  if (options->in_place && options->path == "-") {
    return absl::InvalidArgumentError(
        "--in-place cannot write to stdin\n  leave it out: the result is "
        "printed to stdout");
  }
  return absl::OkStatus();
}

// For ConvertOutput.

// In the order of FileResult::Status.
constexpr absl::string_view kStatusNames[] = {"unchanged", "converted",
                                              "rewritten", "refused"};

void WriteRemarks(absl::string_view name, const Diagnostics& remarks,
                  JsonWriter* json) {
  json->Array(name, remarks, [&](const Diagnostic& remark) {
    json->Object([&] {
      json->Text("message", remark.message);
      json->TextIfAny("help", remark.help);
      WritePosition(remark.position, remark.path, &json->Key("position"));
    });
  });
}

void WriteFileResult(const FileResult& file, JsonWriter* json) {
  json->Object([&] {
    json->Text("file", file.name);
    json->Text("status", kStatusNames[static_cast<size_t>(file.status)]);
    WriteRemarks("notes", file.notes, json);
    WriteRemarks("refusals", file.refusals, json);
    json->Text("patch", UnifiedDiff(file.name, file.before, file.after));
  });
}

std::string Json(const std::vector<FileResult>& files) {
  JsonWriter json;
  json.Object([&] {
    json.Text("format", "loom.convert/v1");
    json.Array("files", files,
               [&](const FileResult& file) { WriteFileResult(file, &json); });
  });
  return json.Line();
}

std::string Yaml(const std::vector<FileResult>& files) {
  std::string out;
  for (const FileResult& file : files) {
    bool first = &file == &files.front();
    if (!first && !out.empty() && out.back() != '\n') out += '\n';
    if (!first && !absl::StartsWith(file.after, "---")) out += "---\n";
    absl::StrAppend(&out, file.after);
  }
  return out;
}

// For RunConvert.

using Results = std::vector<FileResult>;

// A template of Helm or ytt in a directory, which is not YAML.
FileResult Skipped(const TextFile& file) {
  FileResult result;
  result.name = file.path;
  result.before = file.text;
  result.after = file.text;
  Diagnostic& note = result.notes.emplace_back();
  note.position.file = file.path;
  note.message = "this is a template, not YAML, so it is left as it is";
  return result;
}

absl::StatusOr<Results> ConvertAll(const ConvertOptions& options,
                                   std::istream& in) {
  LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> texts,
                        ReadTexts(options.path, Depth::kAll, in));
  Results results;
  for (const TextFile& file : texts) {
    absl::StatusOr<FileResult> result =
        ConvertFile(file.path, file.text, options.rules);
    const bool chosen = file.path == options.path;
    if (!result.ok() && !chosen && IsTemplateFile(file)) {
      result = Skipped(file);
    }
    LOOM_RETURN_IF_ERROR(result.status());
    results.push_back(*std::move(result));
  }
  return results;
}

bool Changes(const FileResult& file) { return file.before != file.after; }

void Tell(const Results& results, const ConvertOptions& options,
          std::ostream& err) {
  for (const FileResult& file : results) {
    if (!options.quiet) {
      for (const Diagnostic& note : file.notes) {
        PrintNote(absl::StrCat(PlaceText(note.position), ": ", note.message),
                  err);
      }
      if (options.check && Changes(file)) {
        PrintNote(absl::StrCat(file.name, " can be converted"), err);
      }
      if (file.status == FileResult::Status::kUnchanged) {
        PrintNote(absl::StrCat(file.name, ": there is nothing to convert"),
                  err);
      }
    }
    for (const Diagnostic& refusal : file.refusals) {
      PrintErrors(
          absl::InvalidArgumentError(absl::StrCat(
              PlaceText(refusal.position), ": ", Visible(refusal.message),
              refusal.help.empty() ? "" : "\n  ", refusal.help)),
          err);
    }
  }
}

// If one cannot be written, the results are those before it.
absl::Status WriteFiles(Results* results) {
  for (size_t i = 0; i < results->size(); ++i) {
    const FileResult& file = (*results)[i];
    if (!Changes(file)) continue;
    absl::Status status = WriteWhole(file.name, file.after);
    if (status.ok()) continue;
    results->resize(i);
    return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConvertOptions> ParseConvertOptions(
    const std::vector<std::string>& arguments) {
  ConvertOptions options;
  Typed typed;
  LOOM_RETURN_IF_ERROR(
      ParseFlags(Flags(options, typed), arguments, kLine, options.help));
  if (options.help) return options;
  LOOM_RETURN_IF_ERROR(Take(typed, &options));
  return options;
}

HelpPage ConvertHelp() {
  ConvertOptions options;
  Typed typed;
  return {.line = kLine,
          .summary = "convert Compositions of other functions to this one",
          .text = kText,
          .flags = FlagsOf(Flags(options, typed)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

std::string ConvertOutput(const std::vector<FileResult>& files,
                          ConvertOptions::Output output) {
  if (output == ConvertOptions::Output::kJson) return Json(files);
  if (output == ConvertOptions::Output::kYaml) return Yaml(files);
  std::string out;
  for (const FileResult& file : files) {
    absl::StrAppend(&out, UnifiedDiff(file.name, file.before, file.after));
  }
  return out;
}

int RunConvert(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    return Refuse("convert", arguments, status, out, err);
  };
  absl::StatusOr<ConvertOptions> options = ParseConvertOptions(arguments);
  if (!options.ok()) return fail(options.status());
  if (options->help) {
    out << HelpText(ConvertHelp());
    return 0;
  }
  absl::StatusOr<Results> results = ConvertAll(*options, in);
  if (!results.ok()) return fail(results.status());
  absl::Status written;
  if (options->in_place) written = WriteFiles(&*results);
  Tell(*results, *options, err);
  if (!written.ok()) return fail(written);
  bool json = options->output == ConvertOptions::Output::kJson;
  if (json || (!options->in_place && !options->check)) {
    out << ConvertOutput(*results, options->output) << std::flush;
  }
  bool wrong = std::any_of(
      results->begin(), results->end(), [&](const FileResult& file) {
        return !file.refusals.empty() || (options->check && Changes(file));
      });
  if (!out) return 2;
  return wrong ? 1 : 0;
}

int ConvertCommand(int argc, const char* const* argv) {
  return RunConvert({argv, argv + argc}, std::cin, std::cout, std::cerr);
}

}  // namespace loom
