// SPDX-License-Identifier: Apache-2.0
#include "tools/render/watched_render.h"

#include <dirent.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/strings.h"
#include "tools/run/difference.h"
#include "tools/workspace/files.h"
#include "tools/workspace/read_log.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr absl::Duration kQuiet = absl::Milliseconds(30);
constexpr absl::Duration kPolling = absl::Milliseconds(500);
constexpr uint32_t kChanges =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE;

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
  return DifferenceOf(*old, {"only in the previous output"}, *now,
                      /*subset=*/false);
}

}  // namespace

FileWatch::FileWatch(const std::vector<std::string>& paths)
    : paths_(paths), inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  for (const std::string& path : paths_) {
    if (inotify_ >= 0) Add(path);
  }
  if (inotify_ < 0) seen_ = Fingerprint();
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) close(inotify_);
}

void FileWatch::Add(const std::string& path) {
  const bool whole = IsDirectory(path);
  size_t slash = path.rfind('/');
  std::string folder = whole                ? path
                       : slash == path.npos ? "."
                                            : path.substr(0, slash + 1);
  int watch = inotify_add_watch(inotify_, folder.c_str(), kChanges);
  if (watch < 0) {
    close(inotify_);
    inotify_ = -1;
    return;
  }
  auto [names, added] = names_.try_emplace(watch);
  if (whole) {
    names->second.clear();
  } else if (added || !names->second.empty()) {
    names->second.insert(slash == path.npos ? path : path.substr(slash + 1));
  }
}

bool FileWatch::Wait(absl::Duration at_most) {
  const absl::Time end = absl::Now() + at_most;
  if (inotify_ < 0) return Poll(at_most);
  while (WaitForEvent(end - absl::Now())) {
    if (!ReadEvents()) continue;
    while (WaitForEvent(kQuiet)) ReadEvents();
    return true;
  }
  return false;
}

bool FileWatch::WaitForEvent(absl::Duration at_most) {
  pollfd waiting = {inotify_, POLLIN, 0};
  int64_t timeout =
      at_most == absl::InfiniteDuration()
          ? -1
          : std::max<int64_t>(0, absl::ToInt64Milliseconds(at_most));
  return poll(&waiting, 1,
              static_cast<int>(std::min<int64_t>(timeout, INT_MAX))) > 0;
}

// Whether one of the events is of a file that counts.
bool FileWatch::ReadEvents() {
  alignas(inotify_event) char buffer[4096];
  ssize_t size = read(inotify_, buffer, sizeof(buffer));
  bool counts = false;
  for (ssize_t at = 0; at < size;) {
    const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
    at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    auto names = names_.find(event->wd);
    if (names == names_.end()) continue;
    counts |= names->second.empty() ||
              (event->len > 0 && names->second.count(event->name) > 0);
  }
  return counts;
}

bool FileWatch::Poll(absl::Duration at_most) {
  const absl::Time end = absl::Now() + at_most;
  while (Fingerprint() == seen_) {
    if (absl::Now() >= end) return false;
    absl::SleepFor(kPolling);
  }
  seen_ = Fingerprint();
  return true;
}

std::string FileWatch::Fingerprint() const {
  std::string all;
  for (const std::string& path : paths_) {
    absl::StrAppend(&all, path, "=", FileState(path), "\n");
    DIR* directory = opendir(path.c_str());
    if (directory == nullptr) continue;
    std::set<std::string> states;
    while (const dirent* entry = readdir(directory)) {
      states.insert(
          absl::StrCat(entry->d_name, "=",
                       FileState(absl::StrCat(path, "/", entry->d_name))));
    }
    closedir(directory);
    for (const std::string& state : states) absl::StrAppend(&all, state, "\n");
  }
  return all;
}

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
      if (before.has_value()) err << Printed(DifferenceFrom(*before, *text));
      before = std::move(text);
    }
    err << std::flush;
    if (!again()) return;
    watch.Wait(absl::InfiniteDuration());
  }
}

}  // namespace loom
