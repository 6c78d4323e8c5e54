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

#include <array>
#include <map>
#include <optional>
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
  void AddAll() {
    for (FieldMask* mask : Each()) mask->AddAll();
  }

  // Adds what every object is known by, and what is read of each resource to what is
  // read of one. Nothing may be added after it.
  void Finish() {
    for (FieldMask* mask : Each()) {
      mask->Add({"apiVersion"});
      mask->Add({"kind"});
      mask->Add({"metadata", "name"});
      mask->Add({"metadata", "namespace"});
    }
    if (resources.Size() * named_.size() > kMostCopied) resources.AddAll();
    for (auto& [name, mask] : named_) {
      mask.Add(resources);
      positions_.Insert(name, uint32_t(masks_.size()));
      masks_.push_back(&mask);
    }
  }

  // What is read of the observed resource of that name.
  const FieldMask& Observed(absl::string_view name) const {
    const std::optional<uint32_t> position = positions_.Find(name);
    return position.has_value() ? *masks_[*position] : resources;
  }

 private:
  std::array<FieldMask*, 4> Each() {
    return {&composite, &environment, &required, &resources};
  }

  std::map<std::string, FieldMask> named_;
  std::vector<const FieldMask*> masks_;
  NameTable positions_;  // of the masks, by name
};

}  // namespace loom
