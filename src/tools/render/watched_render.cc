// SPDX-License-Identifier: Apache-2.0
#include "tools/render/watched_render.h"

#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tools/pipeline/difference.h"
#include "tools/render/file_watch.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

// Clears what is on the screen and what was scrolled out of it.
constexpr char kClear[] = "\x1b[H\x1b[2J\x1b[3J";

std::vector<std::string> PathsOf(const RenderOptions& options) {
  std::vector<std::string> paths = {options.composite, options.composition};
  for (const std::string& file :
       {options.runtimes.functions, options.definition, options.expected}) {
    if (!file.empty()) paths.push_back(file);
  }
  for (const auto* more : {&options.observed, &options.required,
                           &options.schemas, &options.credentials}) {
    paths.insert(paths.end(), more->begin(), more->end());
  }
  for (const auto& [key, file] : options.context_files) paths.push_back(file);
  return paths;
}

std::string DifferenceFrom(const std::string& before, const std::string& text) {
  Pool pool;
  auto old = ReadYaml("before", before, &pool);
  auto now = ReadYaml("now", text, &pool);
  if (!old.ok() || !now.ok()) return "";
  return DifferenceOf(*old, "the text before", *now, /*subset=*/false);
}

}  // namespace

void WatchRender(const RenderOptions& options,
                 const std::function<std::optional<std::string>()>& render,
                 const std::function<bool()>& again, bool terminal,
                 std::ostream& out, std::ostream& err) {
  std::optional<std::string> before;
  while (true) {
    FileWatch watch(PathsOf(options));
    const absl::Time began = absl::Now();
    if (terminal) out << kClear << std::flush;
    std::optional<std::string> text = render();
    const absl::Time now = absl::Now();
    if (text.has_value()) {
      out << *text << std::flush;
      err << absl::FormatTime("%H:%M:%S", now, absl::LocalTimeZone())
          << " rendered in " << absl::ToInt64Milliseconds(now - began)
          << " ms\n";
      if (before.has_value()) err << DifferenceFrom(*before, *text);
      before = std::move(text);
    }
    err << std::flush;
    if (!again()) return;
    watch.Wait(absl::InfiniteDuration());
  }
}

}  // namespace loom
