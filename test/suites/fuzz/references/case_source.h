// SPDX-License-Identifier: Apache-2.0
// What the sources of a ReferenceCase have to give, for reference_oracle.h.
#pragma once

#include <map>
#include <string>

#include "test/suites/fuzz/references/reference_case.h"

namespace loom::testing {

// A call while its entries are resolved.
struct CaseState {
  const ReferenceCase& the;
  PbValue environment = {};
  std::map<std::string, PbValue> context = {};
  std::map<std::string, PbStruct> desired = {};
  CaseSelectors asked = {};
  bool pending = false;
};

struct Outcome {
  enum State { kValue, kPending, kFailed, kNothing } state = kPending;
  PbValue value = {};
  std::string reason = {}, cause = {}, where = {};
  // Whether the strings of a value were decoded, or will be encoded.
  bool bytes = false;
};

// The value of all sources of an entry together. Adds what is asked for to the
// state, and whether something is pending.
Outcome MakeValue(const CaseEntry& entry, bool into_secret, CaseState* now);

// The parts of it: the value of a source of an object (case_object.cc), the field of
// an object that is there, and a failure.
Outcome ValueOfObject(const CaseSource& source, bool ready, bool into_secret,
                      CaseState* now);
Outcome ReadCaseField(const PbValue& object, const CaseSource& source,
                      bool into_secret, const std::string& where);
Outcome Failed(std::string reason, std::string cause, std::string where);
// The value as data of a Secret.
Outcome Encoded(const Outcome& made);

// Why the default flags, narrowed by the input, refuse an object; "": they do not.
std::string RefusalOf(const ReferenceCase& the, bool secret, bool namespaced,
                      const std::string& ns);

bool IsReady(const PbStruct& object);
bool IsSecret(const PbStruct& object);

}  // namespace loom::testing
