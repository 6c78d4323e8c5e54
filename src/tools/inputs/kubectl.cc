// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/kubectl.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Far more than a composite with 2,000 resources has.
constexpr size_t kMostPrinted = size_t{256} << 20;

// A pipe whose reading end is ours.
struct Pipe {
  int read = -1, write = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    read = ends[0];
    write = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    Close(&read);
    Close(&write);
  }
  static void Close(int* end) {
    if (*end >= 0) close(*end);
    *end = -1;
  }
};

struct Output {
  std::string out, err;
  int exit_code = 0;
};

// Reads both pipes until the program closes them; false: it printed too much.
bool Drain(Pipe* out, Pipe* err, Output* printed) {
  std::array<pollfd, 2> ends = {pollfd{out->read, POLLIN, 0},
                                pollfd{err->read, POLLIN, 0}};
  std::string* texts[] = {&printed->out, &printed->err};
  std::array<char, 1 << 16> some;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return true;
    for (size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      const ssize_t count = read(ends[i].fd, some.data(), some.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        ends[i].fd = -1;
        continue;
      }
      texts[i]->append(some.data(), size_t(count));
      if (texts[i]->size() > kMostPrinted) return false;
    }
  }
  return true;
}

absl::StatusOr<Output> RunProgram(const std::vector<std::string>& arguments) {
  Pipe out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot run ", arguments[0], ": ", std::strerror(failed),
                     "\n  install kubectl, or set its path: --kubectl PATH"));
  }
  Pipe::Close(&out.write);
  Pipe::Close(&err.write);
  Output printed;
  const bool whole = Drain(&out, &err, &printed);
  // It ends when it cannot write any more.
  Pipe::Close(&out.read);
  Pipe::Close(&err.read);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!whole) {
    return absl::InvalidArgumentError(
        absl::StrCat("kubectl printed more than ", kMostPrinted >> 20, " MiB"));
  }
  printed.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return printed;
}

// The messages of kubectl are all that it tells of an error. They are the interface of
// another program, so they are searched for words.

// The text between two others; "" if they are not there.
std::string Between(absl::string_view text, absl::string_view before,
                    absl::string_view after) {
  size_t begin = text.find(before);
  if (begin == text.npos) return "";
  begin += before.size();
  const size_t end = text.find(after, begin);
  return end == text.npos ? "" : std::string(text.substr(begin, end - begin));
}

// User "ann" cannot get resource "secrets" in API group "" in the namespace "team-a"
std::string CanI(absl::string_view message) {
  const std::string verb = Between(message, " cannot ", " resource ");
  const std::string resource = Between(message, " resource \"", "\"");
  const std::string group = Between(message, " in API group \"", "\"");
  const std::string ns = Between(message, " in the namespace \"", "\"");
  if (verb.empty() || resource.empty()) return "";
  return absl::StrCat("kubectl auth can-i ", verb, " ", resource,
                      group.empty() ? "" : ".", group, ns.empty() ? "" : " -n ",
                      ns);
}

KubectlFault FaultOf(absl::string_view line) {
  KubectlFault fault;
  fault.message = std::string(line);
  if (absl::StartsWith(line, "Error from server (Forbidden)")) {
    fault.kind = KubectlFault::Kind::kForbidden;
    fault.can_i = CanI(line);
  } else if (absl::StartsWith(line, "Error from server (NotFound)")) {
    fault.kind = KubectlFault::Kind::kNotFound;
  } else if (absl::StrContains(line, "doesn't have a resource type") ||
             absl::StrContains(line, "no matches for kind")) {
    fault.kind = KubectlFault::Kind::kNoSuchKind;
  }
  return fault;
}

void TakeObjects(Value printed, std::vector<Value>* objects) {
  const Value* kind = Find(printed, "kind");
  const bool is_list = kind != nullptr && kind->IsString() &&
                       absl::EndsWith(View(*kind), "List") &&
                       Find(printed, "items") != nullptr;
  if (!is_list) {
    objects->push_back(std::move(printed));
    return;
  }
  auto items = printed.FindMember("items");
  if (!items->value.IsArray()) return;
  for (Value& item : Items(items->value)) {
    if (item.IsObject()) objects->push_back(std::move(item));
  }
}

}  // namespace

std::vector<DeclaredFlag> ClusterFlags(ClusterOptions& options,
                                       const char* group) {
  return {
      {"-n,--namespace", &options.ns, "NAMESPACE",
       "Namespace of the composite or the claim.", group},
      {"--context", &options.context, "NAME", "Passed to kubectl.", group},
      {"--kubeconfig", &options.kubeconfig, "FILE", "Passed to kubectl.",
       group},
      {"--kubectl", &options.kubectl, "PATH",
       "Path to kubectl (default: found on PATH).", group},
      {"--debug", &options.debug, "", "Print each kubectl command.", group}};
}

std::vector<KubectlFault> FaultsIn(absl::string_view printed) {
  std::vector<KubectlFault> faults;
  for (absl::string_view line : absl::StrSplit(printed, '\n')) {
    if (absl::StartsWith(line, "Warning:") || line.empty()) continue;
    faults.push_back(FaultOf(line));
  }
  return faults;
}

absl::StatusOr<KubectlAnswer> Kubectl::Run(std::vector<std::string> arguments,
                                           Pool* pool) {
  std::vector<std::string> all = {options_.kubectl};
  for (const auto& [flag, value] :
       {std::pair("--context", &options_.context),
        std::pair("--kubeconfig", &options_.kubeconfig)}) {
    if (!value->empty()) all.push_back(absl::StrCat(flag, "=", *value));
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  if (options_.debug) err_ << Printed(absl::StrJoin(all, " ")) << "\n";
  ++calls_;
  LOOM_ASSIGN_OR_RETURN(const Output printed, RunProgram(all));
  KubectlAnswer answer;
  if (printed.exit_code != 0) answer.faults = FaultsIn(printed.err);
  if (printed.out.empty()) {
    const bool unreachable =
        answer.faults.empty() ||
        answer.faults.back().kind == KubectlFault::Kind::kOther;
    if (printed.exit_code == 0 || !unreachable) return answer;
    return absl::InvalidArgumentError(absl::StrCat(
        "kubectl failed: ",
        answer.faults.empty() ? absl::StrCat("exit code ", printed.exit_code)
                              : answer.faults.back().message,
        "\n  try it: ", absl::StrJoin(all, " ")));
  }
  absl::StatusOr<Value> parsed = ParseJson(printed.out, pool);
  if (!parsed.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "kubectl did not print JSON: ", parsed.status().message()));
  }
  if (!parsed->IsObject()) {
    return absl::InvalidArgumentError("kubectl did not print an object");
  }
  TakeObjects(*std::move(parsed), &answer.objects);
  return answer;
}

absl::StatusOr<KubectlAnswer> Kubectl::Get(
    const std::vector<std::string>& flags,
    const std::vector<std::string>& names, Pool* pool) {
  std::vector<std::string> arguments = {"get", "-o", "json",
                                        "--show-managed-fields"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), names.begin(), names.end());
  return Run(std::move(arguments), pool);
}

absl::StatusOr<KubectlAnswer> Kubectl::GetRaw(const std::string& path,
                                              Pool* pool) {
  return Run({"get", "--raw", path}, pool);
}

}  // namespace loom
