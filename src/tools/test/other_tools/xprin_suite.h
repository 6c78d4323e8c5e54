// SPDX-License-Identifier: Apache-2.0
// XprinSuite is a suite of xprin: a file `xprin.yaml` or `*_xprin.yaml` with test cases.
// function-loom plays it unchanged (xprin_player.h).
//
//   LOOM_ASSIGN_OR_RETURN(XprinSuite suite, LoadXprin(path, text, &pool));
//
// The format and its rules are xprin's: each test replaces the settings of `common` one
// by one, and lists and maps as a whole. Paths are relative to the suite.
//
// These rules are ours: mistakes are found before anything runs, and all of them at once,
// where xprin ignores unknown fields and reports other mistakes when it comes to them:
//
//   * unknown fields. At the root, names that begin with `x-`, `.` or `_` are allowed,
//     because they hold YAML anchors
//   * a test without inputs.composition, inputs.functions, or one of inputs.xr and
//     inputs.claim, neither of its own nor from `common`
//   * an assertion that lacks what its type needs, or with an unknown type
//   * files that do not exist
//   * actions ({{ }}) that name something that does not exist, such as an output of a
//     test that does not come before this one
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// A string of the suite with its location. It may have actions (xprin_template.h).
struct LocatedText {
  std::string text;
  YamlPosition at = {};
};

struct XprinHook {
  std::string name;  // or ""
  LocatedText run;
};

struct XprinAssertion {
  enum class Engine { kXprin, kDiff, kDyff };
  Engine engine = Engine::kXprin;
  YamlPosition at = {};
  std::string name;
  // Of xprin's own engine; "" and nullptr if absent.
  std::string type = {};
  LocatedText field = {};
  const Value* value = nullptr;
  YamlPosition value_at = {};
  // "" if it is about all resources.
  LocatedText resource = {};
  // The file with the expected output, for the other engines.
  LocatedText expected = {};
};

struct XprinCase {
  std::string name;
  std::string id;  // or ""
  YamlPosition at = {};
  // The inputs that are a path: claim, xr, composition, functions, observed-resources,
  // extra-resources and function-credentials.
  std::map<std::string, LocatedText> inputs = {};
  std::vector<LocatedText> crds = {};
  std::map<std::string, LocatedText> context_files = {};
  std::map<std::string, LocatedText> context_values = {};
  LocatedText definition = {};  // patches.xrd, or ""
  bool connection_secret = false;
  std::string secret_name = {};
  std::string secret_namespace = {};
  std::vector<XprinHook> before = {};
  std::vector<XprinHook> after = {};
  std::vector<XprinAssertion> assertions = {};
};

struct XprinSuite {
  std::string file;
  std::string folder;  // with a slash at its end, or ""
  std::vector<XprinCase> cases = {};
  // repositories of xprin's configuration, ~/.config/xprin.yaml, by name.
  std::map<std::string, std::string> repositories = {};
};

// The pool keeps values of assertions. FailedPrecondition: the suite has mistakes; the
// message has all of them. InvalidArgument: it is not YAML.
absl::StatusOr<XprinSuite> LoadXprin(const std::string& path,
                                     absl::string_view text, Pool* pool);

// Returns a path of the suite as a path from the current folder.
std::string PathInSuite(const XprinSuite& suite, absl::string_view path);

// Returns the variables of actions: the inputs of a test as xprin names them (XR, CRDs,
// ContextFiles …).
Value XprinInputs(const XprinCase& test, Pool* pool);

// Returns a pattern such as `App/web-*` as a regular expression for the whole string: *
// and ? match no slash, and [a-c] is a set. The rules are those of Go's filepath.Match.
absl::StatusOr<Regexp> GlobPattern(absl::string_view glob);

}  // namespace loom
