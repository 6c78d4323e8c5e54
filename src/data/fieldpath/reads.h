// SPDX-License-Identifier: Apache-2.0
// Reads says which fields of the objects of a request a plan reads, whatever the call.
// Only these are decoded (crossplane/call/object_decoder.h); all else stays bytes. What a section
// changes, or hands on, is decoded whole.
//
//   Reads reads;
//   reads.composite.Add({"spec", "region"});
//   reads.Resource("db")->Add({"status", "address"});
//   reads.Finish();
//
//   reads.Observed("db")       apiVersion, kind, metadata.name, metadata.namespace,
//                              status.address
//   reads.Observed("cache")    the first four
//
// A field that is read and is not in the mask looks as if it were absent. The masks of an
// input with many names, and with many fields that are read of each resource, would take
// the product of both: beyond kMostCopied of them, each resource is read whole.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/field_mask.h"

namespace loom {

class Reads {
 public:
  static constexpr size_t kMostCopied = 50'000;

  Reads() = default;
  // Its table refers to its names.
  Reads(const Reads&) = delete;
  Reads& operator=(const Reads&) = delete;

  // Of the observed composite, of the environment before this step, of each required
  // object, and of each observed resource.
  FieldMask composite;
  FieldMask environment;
  FieldMask required;
  FieldMask resources;

  // Of the observed resource of that name, beside those of each.
  FieldMask* Resource(absl::string_view name) {
    return &named_[std::string(name)];
  }
  void AddAll();

  // Adds what every object is known by, and what is read of each resource to what is
  // read of one. Nothing may be added after it.
  void Finish();

  // What is read of the observed resource of that name.
  const FieldMask& Observed(absl::string_view name) const;

 private:
  std::map<std::string, FieldMask> named_;
  std::vector<const FieldMask*> masks_;
  NameTable positions_;  // of the masks, by name
};

}  // namespace loom
