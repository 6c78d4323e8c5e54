// SPDX-License-Identifier: Apache-2.0
// A ReferenceCase is a call with references as plain data: what is observed and
// desired, the objects of the cluster, and the entries of the input. The request is
// made of it (RequestOf), and so is the answer that is expected
// (reference_oracle.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

// A kind of the cluster. Those that no table knows have a definition, if it is
// installed.
struct CaseKind {
  std::string api_version = {}, kind = {};
  std::vector<std::string> plurals = {};  // that the kind may have
  bool namespaced = true;
  bool known = true;
  // Of a kind that is not known: the plural of its definition, "" if there is
  // none, and the versions that it serves.
  std::string installed = {};
  std::vector<std::string> served = {};
};

// A field whose text is a name or the value of a label. Whose: `composite`,
// `environment` or a logical name.
struct CaseField {
  std::string whose = {}, path = {};
};

struct CaseLabel {
  std::string key = {}, value = {};
  std::optional<CaseField> from = {};
  bool optional = false;
};

enum class CaseFrom {
  kObject,
  kResource,
  kComposite,
  kEnvironment,
  kContext,
  kRequirement,
  kCredentials
};

struct CaseSource {
  CaseFrom from = CaseFrom::kComposite;
  // The logical name, the context key, or the name of the requirement; of an
  // object, its name.
  std::string name = {};
  std::string path = {};
  std::string decode = "Auto";
  // Of an object:
  size_t kind = 0;          // in ReferenceCase::kinds
  std::string plural = {};  // "": it is named by its kind
  std::string ns = {};
  std::optional<CaseField> name_from = {};
  std::vector<CaseLabel> labels = {};
  std::string mode = "Single";
  int min = -1, max = -1;  // -1: not given
};

enum class CaseTarget {
  kResource,
  kSelector,
  kComposite,
  kEnvironment,
  kContext
};

struct CaseEntry {
  CaseTarget target = CaseTarget::kResource;
  std::string name =
      {};  // a logical name, a kind for a selector, or a context key
  std::string path = {};
  std::vector<CaseSource> sources = {};
  // Of several sources: a format, or a template.
  enum class Form { kCopy, kCombine, kTemplate } form = Form::kCopy;
  bool always = false, required = true, fatal = false, ready = false;
};

struct CaseCondition {
  std::string status = {}, reason = {}, message = {};
};

struct ReferenceCase {
  unsigned seed = 0;
  std::string composite_ns;  // "": it is cluster-scoped
  PbStruct composite;        // observed
  std::optional<CaseCondition> before;
  std::optional<PbStruct> desired_status;
  std::map<std::string, PbStruct> observed, desired;
  PbStruct environment;
  std::map<std::string, PbValue> context;
  std::vector<CaseKind> kinds;
  std::vector<PbStruct> objects;
  // What the requirement `settings` of the step is answered; nullopt: the step
  // has none.
  std::optional<std::vector<PbStruct>> settings;
  std::string token;    // of the credentials; "": there are none
  std::string secrets;  // of the input's security; "": not given
  // How many of a hundred requirements are not answered.
  int unanswered = 0;
  // An earlier round of the call has asked already.
  bool asked_before = false;
  std::vector<CaseEntry> entries;
};

using CaseSelector = apiextensions::fn::proto::v1::ResourceSelector;
using CaseSelectors = std::map<std::string, CaseSelector>;

// What Crossplane has for a requirement; nullopt: it is not answered.
std::optional<std::vector<const PbStruct*>> AnswerOf(
    const ReferenceCase& the, const std::string& key,
    const CaseSelector& selector);

// `asked` is what the call is going to ask for.
apiextensions::fn::proto::v1::RunFunctionRequest RequestOf(
    const ReferenceCase& the, const CaseSelectors& asked);

ReferenceCase RandomReferenceCase(unsigned seed);

inline constexpr char kCaseEnvironment[] =
    "apiextensions.crossplane.io/environment";
inline constexpr char kCaseAsked[] = "loom.fn.crossplane.io/asked";

// The value at a path of members, such as `spec.a`. Without one, why not; `absent`
// says whether something is missing, and does not just not fit.
struct CaseFound {
  const PbValue* value = nullptr;
  std::string error;
  bool absent = false;
};
CaseFound FindAt(const PbValue& root, const std::string& path);

PbValue ValueOf(const PbStruct& object);
std::string TextAt(const PbStruct& object, const std::string& path);

}  // namespace loom::testing
