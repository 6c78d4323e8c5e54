// SPDX-License-Identifier: Apache-2.0
// RandomSteps chooses what happens in a random life: its composite, and each step.
//
//   Random random(7);
//   RandomSteps steps(stage, &random, &pool);
//   Value composite = steps.Composite();
//   Value step = steps.Next(run.control());    // {set: {network: {status: …}}}
//
// The composites are valid, before and after each edit. The pool keeps the values.
#pragma once

#include "data/value/value.h"
#include "tools/simulation/control_plane.h"
#include "tools/test/random/life.h"
#include "tools/test/random/random_values.h"

namespace loom {

class RandomSteps {
 public:
  RandomSteps(LifeStage* stage, Random* random, Pool* pool)
      : stage_(stage), random_(random), pool_(pool) {}

  Value Composite();
  // Returns an empty step if nothing that was chosen can happen.
  Value Next(const ControlPlane& control);

 private:
  Value Edited(const Value& composite);
  void Change(const Value& schema, Value* value, int depth);
  void ChangeObject(const Value& schema, Value* object, int depth);
  void ChangeList(const Value& schema, Value* list, int depth);
  Value EditStep();
  Value StatusStep(const ControlPlane& control);
  Value ReadyStep(const ControlPlane& control);
  Value DetailsStep(const ControlPlane& control);
  Value DeleteStep(const ControlPlane& control);
  Value ObjectStep();

  LifeStage* stage_;
  Random* random_;
  Pool* pool_;
  Value composite_;  // as the person who owns it has last written it
};

}  // namespace loom
