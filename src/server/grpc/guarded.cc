// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/guarded.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <random>

#include "absl/strings/str_cat.h"
#include "server/process/log.h"

namespace loom {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};

std::string Readable(const std::type_info& type) {
  int status = 0;
  std::unique_ptr<char, Free> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status));
  return name == nullptr ? type.name() : name.get();
}

}  // namespace

absl::Status InternalErrorOf(const std::type_info* type) {
  std::string id = absl::StrCat(absl::Hex(std::random_device()()));
  Log(LogLevel::kError, "a call failed because of an unexpected exception",
      {{"id", id}, {"type", type == nullptr ? "unknown" : Readable(*type)}});
  return absl::InternalError(absl::StrCat("internal error ", id,
                                          "; the server's log has a line with "
                                          "this id"));
}

}  // namespace loom
