// SPDX-License-Identifier: Apache-2.0
// A Struct that is decoded and encoded again is what protobuf reads, and what
// protobuf refuses is refused. The bytes are those of a google.protobuf.Struct.
#include "data/value/struct_codec.h"

#include "data/value/budget.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/wire/fingerprint.h"
#include "function/protobuf.h"
#include "google/protobuf/struct.pb.h"
#include "test/suites/fuzz/library.h"
#include "test/suites/fuzz/targets/target.h"
#include "test/testing/given_twice.h"

namespace loom::testing {
namespace {

using google::protobuf::Struct;

// A Value without a kind is read as null, as in Go.
void FillKinds(google::protobuf::Value* value) {
  if (value->has_struct_value()) {
    for (auto& member : *value->mutable_struct_value()->mutable_fields()) {
      FillKinds(&member.second);
    }
  } else if (value->has_list_value()) {
    for (auto& element : *value->mutable_list_value()->mutable_values()) {
      FillKinds(&element);
    }
  } else if (value->kind_case() == google::protobuf::Value::KIND_NOT_SET ||
             value->has_null_value()) {
    value->set_null_value(google::protobuf::NULL_VALUE);
  }
}

Struct AsWeReadIt(const Struct& structure) {
  google::protobuf::Value value;
  *value.mutable_struct_value() = structure;
  value.DiscardUnknownFields();
  FillKinds(&value);
  return value.struct_value();
}

// What is decoded where somebody looks at it is the same as what is decoded at once.
void CheckRead(absl::string_view bytes, const absl::StatusOr<Value>& whole,
               const Pool& whole_pool) {
  Pool pool;
  const ObjectOrigin origin = {&pool, "object", ""};
  const absl::StatusOr<Value> read = ReadStruct(bytes, origin);
  Value copy = read.ok() ? Copy(*read, &pool) : Value();
  const bool good = read.ok() && pool.account().ended().ok();
  Must(good == whole.ok(), "the same bytes are refused");
  if (!good) return;
  Must(Equal(copy, *whole), "a copy of what is read is the whole object");
  Must(pool.redacted() == whole_pool.redacted(), "and as secret");
  Must(Equal(*read, *whole), "so is what is looked at level by level");
  Must(HashOf(*ReadStruct(bytes, origin)) == HashOf(*whole), "with one hash");
  Must(WeightOf(*ReadStruct(bytes, origin)) == WeightOf(*whole),
       "and one weight");
  Must(CompactJson(*ReadStruct(bytes, origin)).value() ==
           CompactJson(*whole).value(),
       "and one text");
  WireWriter read_wire, whole_wire;
  EncodeStruct(*ReadStruct(bytes, origin), &read_wire);
  EncodeStruct(*whole, &whole_wire);
  Must(std::move(read_wire).Finish().view() ==
           std::move(whole_wire).Finish().view(),
       "and one encoding");
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  static const FingerprintKey key = FingerprintKey::Random();
  FingerprintOfStruct(bytes, key);
  Pool pool;
  absl::StatusOr<Value> tree = DecodeStruct(bytes, &pool);
  CheckRead(bytes, tree, pool);
  if (!tree.ok()) return;
  Struct read;
  Must(LibraryReads(bytes, &read), "what protobuf refuses is refused");
  Must(!GivesTwice(std::string(bytes), Struct::descriptor()),
       "what is given twice is refused");
  WireWriter out;
  EncodeStruct(*tree, &out);
  Bytes written = std::move(out).Finish();
  Struct again;
  Must(LibraryReads(written.view(), &again), "what is written can be read");
  Must(Serialize(AsWeReadIt(read)) == Serialize(again),
       "it is the same as what protobuf reads");
}

}  // namespace loom::testing
