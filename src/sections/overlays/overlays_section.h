// SPDX-License-Identifier: Apache-2.0
// OverlaysSection is the `overlays` section of the native input. It applies each
// overlay (overlay.h), in order, to each desired resource that it selects. It runs when
// the resources of this step are complete, and before dependencies decide which of them
// wait. A resource that no overlay selects keeps the bytes of the request; only its
// kind and labels are decoded.
//
// The ExpressionsResolved condition reports a pending value, with the name of the
// resource. Any other error ends the call.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "crossplane/call/call.h"
#include "sections/overlays/overlay.h"

namespace loom {

class OverlaysSection : public Section {
 public:
  explicit OverlaysSection(std::vector<OverlayRule> overlays)
      : overlays_(std::move(overlays)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<OverlayRule> overlays_;
};

}  // namespace loom
