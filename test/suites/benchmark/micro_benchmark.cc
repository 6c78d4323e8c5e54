// SPDX-License-Identifier: Apache-2.0
// What the parts of a call cost by themselves, on one object of about 2 KB
// and 70 values, as a managed resource has:
//
//   test/build release loom_micro_benchmark
//   build/release/test/suites/benchmark/loom_micro_benchmark
//
// Protobuf's parser on the same bytes stands beside the codec, to compare.
#include <benchmark/benchmark.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "data/wire/fingerprint.h"
#include "function/function.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/struct.pb.h"
#include "sections/shared/patches/patch.h"

namespace loom {
namespace {

Value ParsedOrDie(absl::string_view json, Pool* pool) {
  absl::StatusOr<Value> value = ParseJson(json, pool);
  if (!value.ok()) std::abort();
  return *std::move(value);
}

// A resource with labels, a specification and a status.
std::string ObjectJson() {
  std::string json =
      R"({"apiVersion":"db.example.org/v1beta1","kind":"Instance","metadata":)"
      R"({"name":"shop-7f3k2","uid":"3b5d9a5e-0b0e-4d57-a3a0-6f6b6f9d2c11",)"
      R"("labels":{"crossplane.io/composite":"shop"},"annotations":{)";
  for (int i = 0; i < 12; ++i) {
    absl::StrAppend(&json, i ? "," : "", "\"example.org/annotation-", i,
                    "\":\"value of annotation ", i, "\"");
  }
  absl::StrAppend(&json, R"(}},"spec":{"forProvider":{"region":"eu-west-1",)",
                  R"("allocatedStorage":20,"subnets":[)");
  for (int i = 0; i < 8; ++i) {
    absl::StrAppend(&json, i ? "," : "", R"({"name":"subnet-)", i,
                    R"(","zone":"eu-west-1a","public":false})");
  }
  absl::StrAppend(&json, R"(],"tags":{)");
  for (int i = 0; i < 16; ++i) {
    absl::StrAppend(&json, i ? "," : "", "\"tag-", i, "\":\"value-", i, "\"");
  }
  absl::StrAppend(&json, R"(}}},"status":{"atProvider":{"id":"i-0123456789"},)",
                  R"("conditions":[{"type":"Ready","status":"True",)",
                  R"("reason":"Available"}]}})");
  return json;
}

const std::string& ObjectBytes() {
  static const std::string* bytes = [] {
    Pool pool;
    WireWriter out;
    EncodeStruct(ParsedOrDie(ObjectJson(), &pool), &out);
    return new std::string(std::move(out).Finish().view());
  }();
  return *bytes;
}

void SetBytes(benchmark::State& state) {
  state.SetBytesProcessed(int64_t(state.iterations() * ObjectBytes().size()));
}

void Decode(benchmark::State& state) {
  for (auto _ : state) {
    Pool pool;
    benchmark::DoNotOptimize(DecodeStruct(ObjectBytes(), &pool));
  }
  SetBytes(state);
}
BENCHMARK(Decode);

void DecodeByProtobuf(benchmark::State& state) {
  for (auto _ : state) {
    google::protobuf::Arena arena;
    auto* message =
        google::protobuf::Arena::CreateMessage<google::protobuf::Struct>(
            &arena);
    benchmark::DoNotOptimize(message->ParseFromString(ObjectBytes()));
  }
  SetBytes(state);
}
BENCHMARK(DecodeByProtobuf);

void Encode(benchmark::State& state) {
  Pool pool;
  Value object = *DecodeStruct(ObjectBytes(), &pool);
  for (auto _ : state) {
    WireWriter out(8192);
    EncodeStruct(object, &out);
    benchmark::DoNotOptimize(std::move(out).Finish());
  }
  SetBytes(state);
}
BENCHMARK(Encode);

void FingerprintTheBytes(benchmark::State& state) {
  FingerprintKey key = FingerprintKey::Random();
  for (auto _ : state) {
    benchmark::DoNotOptimize(FingerprintOfStruct(ObjectBytes(), key));
  }
  SetBytes(state);
}
BENCHMARK(FingerprintTheBytes);

void OverlayTwoObjects(benchmark::State& state) {
  Pool kept;
  Value high = *DecodeStruct(ObjectBytes(), &kept);
  for (auto _ : state) {
    state.PauseTiming();
    Pool pool;
    Value low = *DecodeStruct(ObjectBytes(), &pool);
    state.ResumeTiming();
    Overlay(low, high, &pool);
  }
}
BENCHMARK(OverlayTwoObjects);

void GetByPath(benchmark::State& state) {
  Pool pool;
  Value object = *DecodeStruct(ObjectBytes(), &pool);
  Path path = *Path::Parse("spec.forProvider.subnets[5].zone");
  for (auto _ : state) {
    benchmark::DoNotOptimize(Get(object, path, &pool));
  }
}
BENCHMARK(GetByPath);

// A patch of the field path, and one that formats two variables.
void ApplyPatch(benchmark::State& state, const char* json) {
  Pool pool;
  Problems problems;
  Value input = ParsedOrDie(json, &pool);
  std::shared_ptr<const Patch> patch =
      Patch::Parse(Input(input, Dialect::kPatchAndTransform, &problems),
                   PatchScope::kResource);
  Value from = *DecodeStruct(ObjectBytes(), &pool);
  if (patch == nullptr || !problems.empty()) std::abort();
  for (auto _ : state) {
    Pool call;
    Value to = Object();
    benchmark::DoNotOptimize(patch->Apply(from, to, nullptr, &call));
  }
}
BENCHMARK_CAPTURE(ApplyPatch, Copy, R"({
    "type": "FromCompositeFieldPath",
    "fromFieldPath": "spec.forProvider.region",
    "toFieldPath": "spec.forProvider.region"})");
BENCHMARK_CAPTURE(ApplyPatch, CopyAndFormat, R"({
    "type": "FromCompositeFieldPath", "fromFieldPath": "metadata.name",
    "toFieldPath": "metadata.labels[example.org/name]",
    "transforms": [{"type": "string",
                    "string": {"type": "Format", "fmt": "db-%s"}}]})");
BENCHMARK_CAPTURE(ApplyPatch, Combine, R"({
    "type": "CombineFromComposite", "toFieldPath": "spec.name",
    "combine": {"strategy": "string", "string": {"fmt": "%s-%s"}, "variables": [
        {"fromFieldPath": "metadata.name"},
        {"fromFieldPath": "spec.forProvider.region"}]}})");

// A whole call that patches each of n members of one map, and reads each of n
// of another. Linear in n, or a stranger's input could hold a core for long.
void PatchEachMember(benchmark::State& state) {
  const int64_t n = state.range(0);
  std::string members, patches;
  for (int64_t i = 0; i < n; ++i) {
    absl::StrAppend(&members, i ? "," : "", "\"key-", i, "\":\"value\"");
    absl::StrAppend(&patches, i ? "," : "",
                    "{\"fromFieldPath\":\"spec.from.key-", i,
                    "\",\"toFieldPath\":\"spec.to.key-", n - 1 - i, "\"}");
  }
  WireWriter out;
  Pool pool;
  auto add = [&](uint32_t field, const std::string& json) {
    size_t end = out.size();
    EncodeStruct(ParsedOrDie(json, &pool), &out);
    out.Message(field, end);
  };
  add(4, absl::StrCat(R"({"apiVersion":"pt.fn.crossplane.io/v1beta1",)",
                      R"("resources":[{"name":"a","base":{"kind":"K","spec":)",
                      R"({"to":{)", members, R"(}}},"patches":[)", patches,
                      "]}]}"));
  size_t observed = out.size();
  size_t composite = out.size();
  add(1, absl::StrCat(R"({"kind":"X","spec":{"from":{)", members, "}}}"));
  out.Message(1, composite);
  out.Message(2, observed);
  const Bytes request = std::move(out).Finish();
  Function function;
  for (auto _ : state) {
    absl::StatusOr<Bytes> response = function.Run(request.view());
    if (!response.ok()) std::abort();
    benchmark::DoNotOptimize(response);
  }
  state.SetComplexityN(n);
}
BENCHMARK(PatchEachMember)->RangeMultiplier(2)->Range(625, 5000)->Complexity();

// A resource of which a plan reads one field, beside ten of 100 KB that it does not
// read, and a template for it.
std::string LargeRequest() {
  WireWriter out;
  Pool pool;
  auto write = [&](const std::string& json) {
    EncodeStruct(ParsedOrDie(json, &pool), &out);
  };
  size_t end = out.size();
  write(
      R"({"apiVersion":"pt.fn.crossplane.io/v1beta1","resources":[{"name":"a",)"
      R"("base":{"kind":"K"},"patches":[{"type":"ToCompositeFieldPath",)"
      R"("fromFieldPath":"status.id"}]}]})");
  out.Message(4, end);
  std::string spec;
  for (int i = 0; i < 10; ++i) {
    absl::StrAppend(&spec, i ? "," : "", "\"member-", i, "\":{\"text\":\"",
                    std::string(100'000, 'x'), "\"}");
  }
  end = out.size();
  const size_t entry = out.size();
  write(absl::StrCat(R"({"kind":"K","metadata":{"name":"a-1"},"spec":{)", spec,
                     R"(},"status":{"id":"i-1"}})"));
  out.Message(1, entry);
  out.Message(2, entry);
  out.String(1, "a");
  out.Message(2, entry);
  const size_t composite = out.size();
  write(R"({"kind":"X","metadata":{"name":"x"}})");
  out.Message(1, composite);
  out.Message(1, composite);
  out.Message(2, end);
  return std::string(std::move(out).Finish().view());
}

// May take no longer than the copy of such bytes, which stands behind it.
void PassOverUnreadMembers(benchmark::State& state) {
  const std::string request = LargeRequest();
  Function function;
  for (auto _ : state) {
    absl::StatusOr<Bytes> response = function.Run(request);
    if (!response.ok() || response->size > 1000) std::abort();
    benchmark::DoNotOptimize(response);
  }
}
BENCHMARK(PassOverUnreadMembers);

void CopyUnreadMembers(benchmark::State& state) {
  const std::string request = LargeRequest();
  for (auto _ : state) {
    std::string copy = request;
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(CopyUnreadMembers);

}  // namespace
}  // namespace loom

BENCHMARK_MAIN();
