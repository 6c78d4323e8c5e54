// SPDX-License-Identifier: Apache-2.0
// Any input becomes a plan or a list of mistakes, in every dialect, and the same
// input the same. The bytes are an input as YAML; if they are no YAML, those of a
// Struct.
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "function/plan/plan.h"
#include "test/suites/fuzz/targets/target.h"
#include "tools/yaml/reader.h"

namespace loom::testing {
namespace {

void Check(absl::string_view input) {
  auto plan = Plan::Parse(input);
  auto again = Plan::Parse(input);
  Must(plan.ok() == again.ok(), "an input is read alike");
  if (!plan.ok()) return;
  Must((*plan)->problems == (*again)->problems, "mistakes are the same");
  Must((*plan)->notes == (*again)->notes, "notes are the same");
}

void CheckInDialect(absl::string_view version, absl::string_view kind,
                    Value* input, Pool* pool) {
  Set(*input, "apiVersion", Borrow(version), pool);
  Set(*input, "kind", Borrow(kind), pool);
  WireWriter out;
  EncodeStruct(*input, &out);
  Bytes bytes = std::move(out).Finish();
  Check(bytes.view());
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  Pool pool;
  auto documents = ReadYaml("input", std::string(bytes), &pool);
  bool object = documents.ok() && documents->size() == 1 &&
                documents->front().root.IsObject();
  if (!object) return Check(bytes);
  Value& input = documents->front().root;
  CheckInDialect("loom.fn.crossplane.io/v1beta1", "Input", &input, &pool);
  CheckInDialect("pt.fn.crossplane.io/v1beta1", "Resources", &input, &pool);
  CheckInDialect("environmentconfigs.fn.crossplane.io/v1beta1", "Input", &input,
                 &pool);
  CheckInDialect("extra-resources.fn.crossplane.io/v1beta1", "Input", &input,
                 &pool);
}

}  // namespace loom::testing
