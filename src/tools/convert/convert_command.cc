// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_command.h"

#include <algorithm>
#include <iostream>

#include "base/status_macros.h"
#include "command_line/errors.h"
#include "tools/convert/convert_file.h"
#include "tools/convert/convert_options.h"
#include "tools/convert/convert_output.h"
#include "tools/pipeline/files.h"
#include "tools/yaml/write_file.h"

namespace loom {
namespace {

using Results = std::vector<FileResult>;

absl::StatusOr<Results> ConvertAll(const ConvertOptions& options,
                                   std::istream& in) {
  LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> texts,
                        ReadTexts(options.path, Depth::kAll, in));
  Results results;
  for (const TextFile& file : texts) {
    LOOM_ASSIGN_OR_RETURN(FileResult result,
                          ConvertFile(file.path, file.text, options.rules));
    results.push_back(std::move(result));
  }
  return results;
}

bool Changes(const FileResult& file) { return file.before != file.after; }

void Tell(const Results& results, const ConvertOptions& options,
          std::ostream& err) {
  constexpr char kNote[] = "function-loom: note: ";
  for (const FileResult& file : results) {
    if (!options.quiet) {
      for (const FileRemark& note : file.notes) {
        err << kNote << PlaceText(note.position) << ": " << note.message
            << "\n";
      }
      if (options.check && Changes(file)) {
        err << kNote << file.name << " can be converted\n";
      }
      if (file.status == FileResult::Status::kUnchanged) {
        err << kNote << file.name << ": there is nothing to convert\n";
      }
    }
    for (const FileRemark& refusal : file.refusals) {
      err << "function-loom: error: " << PlaceText(refusal.position) << ": "
          << refusal.message << "\n";
      if (!refusal.help.empty()) err << "  " << refusal.help << "\n";
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

int RunConvert(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    PrintErrors(status, err);
    if (WantsJson(arguments)) out << ErrorJson("convert", status);
    return 2;
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
