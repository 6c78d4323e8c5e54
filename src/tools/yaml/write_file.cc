// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/write_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// Each function below returns 0, or the number of an error.

int WriteAll(int file, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(file, text.data(), text.size());
    if (size < 0 && errno != EINTR) return errno;
    if (size > 0) text.remove_prefix(size);
  }
  return 0;
}

// The file must be on the disk before it takes the place of the other one.
int FillFile(int file, absl::string_view text, const struct stat& old) {
  if (int error = WriteAll(file, text); error != 0) return error;
  // Only root may give a file away; without that it is whoever's who converts.
  if (fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM) return errno;
  if (fchmod(file, old.st_mode & 07777) != 0) return errno;
  return fsync(file) == 0 ? 0 : errno;
}

int Replace(const std::string& path, absl::string_view text) {
  struct stat old;
  // A file that may not be written could be replaced all the same.
  if (stat(path.c_str(), &old) != 0 || access(path.c_str(), W_OK) != 0) {
    return errno;
  }
  std::string beside = absl::StrCat(path, ".XXXXXX");
  const int file = mkstemp(beside.data());
  if (file < 0) return errno;
  int error = FillFile(file, text, old);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(beside.c_str());
  return error;
}

}  // namespace

absl::Status WriteWhole(const std::string& path, absl::string_view text) {
  char real[PATH_MAX];
  const int error =
      realpath(path.c_str(), real) == nullptr ? errno : Replace(real, text);
  if (error == 0) return absl::OkStatus();
  std::string why = std::strerror(error);
  if (!why.empty()) why[0] = absl::ascii_tolower(why[0]);
  return absl::InvalidArgumentError(
      absl::StrCat("cannot write ", path, ": ", why));
}

}  // namespace loom
