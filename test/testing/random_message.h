// SPDX-License-Identifier: Apache-2.0
// Random messages of the generated classes, and their bytes as another writer
// might have put them: what is read from them is compared with what protobuf
// reads.
//
//   std::mt19937 random(seed);
//   RunFunctionRequest request;
//   FillRandomly(&request, &random);
//   std::string bytes = Encode(request, {.odd = true}, &random);
#pragma once

#include <random>
#include <string>

#include "google/protobuf/message.h"

namespace loom::testing {

// Sets some of the fields, nested messages included.
void FillRandomly(google::protobuf::Message* message, std::mt19937* random);

// Maps are written in random order in any case, as Go does.
struct Encoding {
  // Fields in random order, unknown ones among them: legal and harmless.
  bool unordered = false;
  // Also singular fields and map keys twice, which no writer does, protobuf merges and
  // a Request refuses (test/testing/given_twice.h).
  bool odd = false;
};

std::string Encode(const google::protobuf::Message& message,
                   const Encoding& encoding, std::mt19937* random);

}  // namespace loom::testing
