// SPDX-License-Identifier: Apache-2.0
// Runs `explain` on files of a test, and says what it prints.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "test/testing/manifests.h"
#include "test/testing/temp_folder.h"
#include "tools/explain/explain_command.h"

namespace loom {

class Explained {
 public:
  explicit Explained(const std::string& steps, const std::string& xr = kXr) {
    folder_.Write("xr.yaml", xr);
    folder_.Write("c.yaml", CompositionOf(steps));
  }

  void Write(const std::string& name, const std::string& text) {
    folder_.Write(name, text);
  }

  // What is printed, without the name of the folder. `@xr.yaml` is that file of it.
  std::string Run(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"@xr.yaml", "@c.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    for (std::string& argument : arguments) {
      if (argument[0] == '@') argument = Path(argument.substr(1));
    }
    std::istringstream in;
    std::ostringstream out, err;
    code = RunExplain(arguments, in, out, err);
    errors = absl::StrReplaceAll(err.str(), {{folder_.path() + "/", ""}});
    return absl::StrReplaceAll(out.str(), {{folder_.path() + "/", ""}});
  }

  std::string Path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }

  int code = 0;
  std::string errors;

 private:
  TempFolder folder_;
};

// The head of a step of function-patch-and-transform.
inline constexpr char kPatchStep[] =
    "  - step: patch\n"
    "    functionRef: {name: function-patch-and-transform}\n"
    "    input:\n"
    "      apiVersion: pt.fn.crossplane.io/v1beta1\n"
    "      kind: Resources\n";

// The head of a step of function-loom.
inline constexpr char kNativeStep[] =
    "  - step: weave\n"
    "    functionRef: {name: function-loom}\n"
    "    input:\n"
    "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n";

}  // namespace loom
