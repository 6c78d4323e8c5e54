// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr char kRefusesWhatCanNeverWorkObject[] = R"x({})x";

TEST(Compiler, RefusesWhatCanNeverWork) {
  const EvaluatedRow tests[] = {
      {R"x(objct)x", R"x(refused 1:1: unknown name "objct" (object?))x"},
      {R"x(sise(object))x",
       R"x(refused 1:1: unknown function "sise" (size?))x"},
      {R"x(1 + 'a')x",
       R"x(refused 1:3: no such overload: _+_ of int and string)x"},
      {R"x([1].map(x, y))x",
       R"x(refused 1:12: unknown name "y"; there are object, x)x"},
      {R"x([1].map(x, x).all(y, x))x",
       R"x(refused 1:22: unknown name "x"; there are object, y)x"},
      {R"x('a'.b)x", R"x(refused 1:4: a value of type string has no fields)x"},
      {R"x(object.map(1))x", R"x(refused 1:8: wrong arguments for map)x"},
      {R"x(.object.x)x", R"x(pending 1:8: object.x: no such key)x"},
      {R"x([1].map(object, .object == 1))x", R"x([false])x"},
      {R"x(math.pi)x",
       R"x(refused 1:1: unknown name "math"; there are object)x"},
      // Words of other languages.
      {R"x(spec.a)x",
       R"x(refused 1:1: unknown name "spec"; write composite.spec)x"},
      {R"x(object.main-db.spec)x",
       R"x(refused 1:13: unknown name "db"; - subtracts: write object['main-db'] )x"
       R"x(for a name with a hyphen)x"},
      {R"x(object.size - db)x",
       R"x(refused 1:15: unknown name "db"; there are object)x"},
      {R"x(object.size || 20)x",
       R"x(refused 1:13: no such overload: _||_ of int; )x"
       R"x(|| is for booleans: write object.?size.orValue(20) for a default)x"},
      {R"x(object.a.?b || 'c')x",
       R"x(refused 1:13: no such overload: _||_ of optional_type(dyn); )x"
       R"x(|| is for booleans: write object.a.?b.orValue('c') for a default)x"},
      {R"x(object.a && 1)x",
       R"x(refused 1:10: no such overload: _&&_ of int)x"},
      {R"x('a' + b'c')x",
       R"x(refused 1:5: no such overload: _+_ of string and bytes; )x"
       R"x(write string(…) around the bytes)x"},
      {R"x(xr.spec)x", R"x(refused 1:1: unknown name "xr"; write composite)x"},
      {R"x(resources.db)x",
       R"x(refused 1:1: unknown name "resources"; write observed.resources)x"},
      {R"x(object == None)x",
       R"x(refused 1:11: unknown name "None"; write null)x"},
      {R"x(len(object))x",
       R"x(refused 1:1: unknown function "len"; write size(x))x"},
      {R"x('a'.upper())x",
       R"x(refused 1:5: unknown function "upper"; write x.upperAscii())x"},
      {R"x(true and false)x",
       R"x(refused 1:6: expected an operator or the end, got "and"; write &&)x"},
      {R"x(not true)x",
       R"x(refused 1:5: expected an operator or the end, got "true"; write !x)x"},
      {R"x(if true)x",
       R"x(refused 1:1: "if" is a reserved word of CEL; write condition ? yes : no)x"},
      {R"x(math.abs(-1))x", R"x(1)x"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Brief(Evaluated(expression, kRefusesWhatCanNeverWorkObject)),
              want)
        << expression;
  }
}

}  // namespace
}  // namespace loom::testing
