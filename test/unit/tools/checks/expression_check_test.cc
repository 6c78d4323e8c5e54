// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

constexpr char kDefinitionsExpressionCheck[] =
    R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {
    spec: {type: object, required: [size, name, sizes, zones], properties: {
      size: {type: integer}, name: {type: string},
      sizes: {type: object, additionalProperties: {type: object, properties: {count: {type: integer}}}},
      zones: {type: array, items: {type: object, properties: {name: {type: string}}}}}},
    status: {type: object, properties: {arn: {type: string}}}}}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: B}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {
    spec: {type: object, properties: {size: {type: integer}, name: {type: string}}},
    status: {type: object, properties: {arn: {type: string}}}}}}}]
)";

// A resource of a native input, whose members begin in line 6.
std::string Native(const std::string& members) {
  return absl::StrCat(
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nresources:\n"
      "- name: a\n  base: {apiVersion: example.org/v1, kind: B}\n  ",
      members, "\n");
}

std::string Computed(const std::string& expression, const std::string& to) {
  return absl::StrCat("patches: [{type: FromExpression, expression: \"",
                      expression, "\", toFieldPath: ", to, "}]");
}

TEST(CheckExpressions, ComparesWhatIsReadWithSchemas) {
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"a field that is there", "condition: composite.spec.size > 0", ""},
      {"one that is not", "condition: composite.spec.sise > 0",
       "6:14 schema/unknown-source resources[0].condition"},
      {"has() asks for one that can never be there",
       "condition: has(composite.spec.sise)",
       "6:14 schema/unknown-source resources[0].condition"},
      {"in a patch", Computed("composite.spec.sise", "spec.name"),
       "6:48 schema/unknown-source resources[0].patches[0].expression"},
      {"of the observed resource", Computed("object.status.arm", "spec.name"),
       "6:48 schema/unknown-source resources[0].patches[0].expression"},
      {"what is not of a kind is not known",
       Computed("environment.sise", "spec.name"), ""},
      {"a key that is computed", Computed("composite.spec[key]", "spec.name"),
       "6:48 input/invalid resources[0].patches[0].expression"},
      {"an item of a list",
       "forEach: {items: composite.spec.zones, key: item.name}", ""},
      {"of which it has no such field",
       "forEach: {items: composite.spec.zones, key: item.id}",
       "6:47 schema/unknown-source resources[0].forEach.key"},
      {"an item of a map",
       "forEach: {items: composite.spec.sizes}\n  condition: item.m > 0",
       "7:14 schema/unknown-source resources[0].condition"},
      {"a path into an item",
       "forEach: {items: composite.spec.zones, key: item.name}\n  patches: "
       "[{type: FromItemFieldPath, fromFieldPath: id, toFieldPath: spec.name}]",
       "7:54 schema/unknown-source resources[0].patches[0].fromFieldPath"},
      {"items of a list that is made are not known",
       "forEach: {items: 'composite.spec.zones.filter(z, true)', key: item.id}",
       ""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Linted({Native(test.members), kDefinitionsExpressionCheck}),
              test.want)
        << test.reason;
  }
}

TEST(CheckExpressions, ComparesWhatIsMadeWithSchemas) {
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"a bool into a number", Computed("composite.spec.size > 1", "spec.size"),
       "6:88 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"a text into a text", Computed("'a' + composite.spec.name", "spec.name"),
       ""},
      {"a whole number into a number", Computed("1 + 1", "spec.size"), ""},
      {"a field of the composite is what its definition says",
       Computed("composite.spec.size", "spec.name"),
       "6:84 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"what is not known",
       Computed("composite.spec.sizes[composite.spec.name]", "spec.name"), ""},
      {"the last transform counts",
       "patches: [{fromFieldPath: spec.name, toFieldPath: spec.size, "
       "transforms: [{type: expression, expression: \"value == 'a'\"}]}]",
       "6:53 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"a transform that fails with the type",
       "patches: [{type: FromExpression, expression: \"'a' + 'b'\", "
       "toFieldPath: "
       "spec.size, transforms: [{type: math, math: {type: Multiply, multiply: "
       "2}}]}]",
       "6:98 transform/type resources[0].patches[0].transforms[0]"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Linted({Native(test.members), kDefinitionsExpressionCheck}),
              test.want)
        << test.reason;
  }
}

TEST(CheckExpressions, FindsWhatIsLikelyNotMeant) {
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"a condition of nothing", "condition: 1 < 2",
       "6:14 expression/constant resources[0].condition"},
      {"one that is no bool is reported by the validator", "condition: '1'",
       "6:14 input/invalid resources[0].condition"},
      {"a list may be literal", "forEach: {items: \"['a', 'b']\"}", ""},
      {"a position as key",
       "forEach: {items: composite.spec.zones, key: index}",
       "6:47 expression/position-key resources[0].forEach.key"},
      {"a position and something of the item",
       "forEach: {items: composite.spec.zones, key: item.name + string(index)}",
       ""},
      {"an expression that may have no value does not overwrite",
       "patches: [{fromFieldPath: spec.name, toFieldPath: spec.name}, {type: "
       "FromExpression, expression: 'composite.spec.?name', toFieldPath: "
       "spec.name}]",
       ""},
      {"one that has one does",
       "patches: [{fromFieldPath: spec.name, toFieldPath: spec.name}, {type: "
       "FromExpression, expression: composite.spec.name, toFieldPath: "
       "spec.name}]",
       "6:53 patch/overwritten resources[0].patches[0].toFieldPath"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Linted({Native(test.members)}), test.want) << test.reason;
  }
}

TEST(CheckExpressions, FindsDefaultsThatDelete) {
  constexpr char kFound[] = "6:14 expression/deletes resources[0].condition";
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"has() is false while the field is missing",
       "condition: has(observed.resources.b.resource.status.arn)", kFound},
      {"so is an optional without a value",
       "condition: observed.resources.?b.?resource.?status.?arn.hasValue()",
       kFound},
      {"a default decides",
       "condition: observed.resources.b.resource.status.?up.orValue(false)",
       kFound},
      {"so does that of optMap",
       "condition: 'observed.resources.b.resource.status.?n.optMap(n, n > "
       "1).orValue(false)'",
       kFound},
      {"an optional key",
       "condition: observed.resources.b.resource.status.zones[?0] == "
       "optional.of(1)",
       kFound},
      {"a resource that is not observed for a moment",
       "condition: '\"b\" in observed.resources'", kFound},
      {"the resource itself", "condition: object.?status.?up.orValue(false)",
       kFound},
      {"the status of the composite",
       "condition: composite.?status.?arn.hasValue()", kFound},
      {"the same by its other name",
       "condition: has(observed.composite.resource.status.arn)", kFound},
      {"connection details of the composite",
       "condition: has(observed.composite.connection_details.key)", kFound},
      {"an object that the step requires",
       "condition: required.vpc[?0].?status.?id.hasValue()\nrequired: [{name: "
       "vpc, apiVersion: v1, kind: ConfigMap, namespace: a, objectName: b}]",
       kFound},
      {"one of several that have to be true",
       "condition: composite.spec.up && "
       "has(observed.resources.b.resource.status.arn)",
       kFound},
      {"one of two branches",
       "condition: 'composite.spec.up ? "
       "has(observed.resources.b.resource.status.arn) : true'",
       kFound},
      {"a list",
       "forEach: {items: '"
       "observed.resources.b.resource.status.?zones.orValue([])'}",
       "6:20 expression/deletes resources[0].forEach.items"},
      {"a field of an element",
       "forEach: {items: '"
       "observed.resources.b.resource.status.l.filter(i, has(i.up))'}",
       "6:20 expression/deletes resources[0].forEach.items"},
      {"a value of the input",
       "condition: values.up\nvalues: {up: "
       "\"${has(observed.resources.b.resource.status.arn)}\"}",
       kFound},
      {"a value behind a value of the resource",
       "condition: values.up\n  values: {up: \"${values.arn != "
       "''}\"}\nvalues: {arn: "
       "\"${observed.resources.b.resource.status.?arn.orValue('')}\"}",
       kFound},
      {"without a default it waits",
       "condition: observed.resources.b.resource.status.arn != ''", ""},
      {"users decide what the spec has",
       "condition: composite.spec.?size.orValue(0) > 1", ""},
      {"the same by its other name",
       "condition: has(observed.composite.resource.spec.size)", ""},
      {"and labels", "condition: has(composite.metadata.labels.up)", ""},
      {"an environment is not observed",
       "condition: environment.?up.orValue(false)", ""},
      {"while it is missing, the resource exists",
       "condition: \"!has(observed.resources.b.resource.status.error)\"", ""},
      {"the same with in", "condition: \"!('b' in observed.resources)\"", ""},
      {"and with a default that is true",
       "condition: composite.spec.up && "
       "observed.resources.b.resource.status.?up.orValue(true)",
       ""},
      {"the list of a map is never deleted for a key of an item",
       "forEach: {items: composite.spec.zones, key: item.?name.orValue('a')}",
       ""},
      {"a field of a template decides about no resource",
       Computed("object.?status.?arn.orValue('')", "spec.name"), ""},
      {"a value that waits",
       "condition: values.up\nvalues: {up: \"${observed.resources.b.resource."
       "status.arn != ''}\"}",
       ""},
      {"an author who says so",
       "# loom-lint: ignore expression/deletes -- the flag is what is meant\n"
       "  condition: has(observed.resources.b.resource.status.arn)",
       ""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Linted({Native(test.members)}), test.want) << test.reason;
  }
  EXPECT_EQ(Linted({"apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n"
                    "condition: has(composite.status.up)\nresources:\n- name: "
                    "a\n  base: {apiVersion: example.org/v1, kind: B}\n"}),
            "3:12 expression/deletes condition")
      << "The condition of a step decides about all its resources.";
}

TEST(CheckNeverCreated, FindsReadersWithoutTheCondition) {
  // The input has a database; what reads it begins in line 6.
  const std::string head =
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nresources:\n"
      "- {name: a-b, template: {apiVersion: example.org/v1, kind: B}, "
      "condition: 'composite.spec.size > 0 && composite.spec.name != \"\"'}\n"
      "- {name: loop, template: {apiVersion: example.org/v1, kind: B}, "
      "condition: composite.spec.size > 0, forEach: {items: "
      "composite.spec.zones, key: item.name}}\n";
  const std::string read = "observed.resources['a-b'].resource.status.arn";
  const std::string found = "expression/never-created status.arn";
  const struct {
    const char* reason;
    std::string members;
    std::string want;
  } tests[] = {
      {"a status", "status: {arn: \"${" + read + "}\"}", "6:15 " + found},
      {"a part before .?",
       "status: {arn: \"${observed.resources['a-b'].resource.?status}\"}",
       "6:15 " + found},
      {"an optional resource",
       "status: {arn: \"${observed.resources[?'a-b'].resource.status}\"}", ""},
      {"another condition",
       "status: {arn: \"${composite.spec.zones.size() > 1 ? " + read +
           " : 'none'}\"}",
       "6:15 " + found},
      {"a part of the condition",
       "status: {arn: \"${composite.spec.name != '' ? " + read +
           " : 'none'}\"}",
       ""},
      {"it asks whether the resource is there",
       "status: {arn: \"${'a-b' in observed.resources ? " + read +
           " : 'none'}\"}",
       ""},
      {"a value of a value",
       "status: {arn: \"${values.b}\"}\nvalues: {a: \"${" + read +
           "}\", b: \"${values.a}\"}",
       "6:15 " + found},
      {"a value with a guard",
       "status: {arn: \"${values.many ? values.a : 'none'}\"}\nvalues: {a: "
       "\"${" +
           read + "}\", many: \"${composite.spec.size > 0}\"}",
       ""},
      {"an item of a loop",
       "status: {arn: \"${observed.resources['loop-a'].resource.status.arn}\"}",
       ""},
      {"a condition of the composite",
       "conditions:\n- {type: Up, reason: Up, status: \"${" + read + "}\"}",
       "7:34 expression/never-created conditions[0].status"},
      {"one that is only set with the resource",
       "conditions:\n- {type: Up, reason: Up, when: composite.spec.size > 0, "
       "status: \"${" +
           read + "}\"}",
       ""},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Linted({head + test.members + "\n"}), test.want) << test.reason;
  }
}

}  // namespace
}  // namespace loom
