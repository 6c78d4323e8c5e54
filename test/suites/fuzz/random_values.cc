// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/random_values.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace loom::testing {

PbValue Text(std::string text) {
  PbValue value;
  value.set_string_value(std::move(text));
  return value;
}

PbValue Number(double number) {
  PbValue value;
  value.set_number_value(number);
  return value;
}

PbValue List(std::vector<PbValue> elements) {
  PbValue value;
  auto* list = value.mutable_list_value();
  for (PbValue& element : elements) *list->add_values() = std::move(element);
  return value;
}

PbValue Object(std::vector<std::pair<std::string, PbValue>> members) {
  PbValue value;
  auto& fields = *value.mutable_struct_value()->mutable_fields();
  for (auto& member : members) {
    fields[std::move(member.first)] = std::move(member.second);
  }
  return value;
}

std::string RandomValues::OneOf(std::initializer_list<const char*> texts) {
  return texts.begin()[Below(int(texts.size()))];
}

std::string RandomValues::Name() {
  return OneOf({"a", "b", "c", "d", "x.y", "list", "name"});
}

std::string RandomValues::Path() {
  if (tame_) {
    return absl::StrCat(OneOf({"spec", "status", "data", "metadata.labels"}),
                        OneOf({".a", ".b", ".c", ".d", "[x.y]", ".list"}));
  }
  if (Chance(3)) return OneOf({"", "a..b", "[", "a[", "]", ".a", "*", "a[0"});
  std::string path = OneOf({"spec", "spec", "status", "metadata", "data", "a",
                            "b", "metadata.name", "metadata.labels", "kind",
                            "spec.list", "status.conditions"});
  for (int more = Below(4); more > 0; --more) {
    if (Chance(60)) {
      absl::StrAppend(&path, ".", OneOf({"a", "b", "c", "d", "list", "name"}));
    } else {
      path += OneOf({"[0]", "[1]", "[*]", "[x.y]", "['a']", "[7]", "[1024]"});
    }
  }
  return path;
}

PbValue RandomValues::Scalar() {
  switch (Below(8)) {
    case 0: {
      PbValue value;
      value.set_null_value(google::protobuf::NULL_VALUE);
      return value;
    }
    case 1: {
      PbValue value;
      value.set_bool_value(Chance(50));
      return value;
    }
    case 2:
      return Number(Below(10));
    case 3: {
      const double odd[] = {-0.0,
                            0.5,
                            -3.25,
                            1e21,
                            9007199254740993.0,
                            1e-7,
                            -9223372036854775808.0,
                            4294967296.0,
                            1e308};
      return Number(odd[Below(9)]);
    }
    case 4:
      return Text(OneOf({"10", "1.5", "true", "100m", "1Gi", "{\"a\":1}",
                         "[1,2]", "YQ==", "0x10", "1e3", "nan"}));
    case 5:
      return Text(
          OneOf({"", "%d", "äöü", "<&>", "İß", "a\tb", "\xE2\x80\xA8"}));
    default:
      return Text(Name());
  }
}

PbValue RandomValues::Any(int depth) {
  if (depth <= 0 || Chance(50)) return Scalar();
  if (Chance(60)) return AnyObject(depth);
  std::vector<PbValue> elements;
  for (int count = Below(4); count > 0; --count) {
    elements.push_back(Any(depth - 1));
  }
  return List(std::move(elements));
}

PbValue RandomValues::AnyObject(int depth) {
  PbValue object = Object({});
  auto& fields = *object.mutable_struct_value()->mutable_fields();
  for (int count = Below(6); count > 0; --count) {
    std::string name = Chance(92) ? Name() : OneOf({"*", "", "[q]", "a[b]"});
    fields[name] = Any(depth - 1);
  }
  return object;
}

PbValue RandomValues::Conditions() {
  std::vector<PbValue> conditions;
  for (int count = Below(3); count > 0; --count) {
    conditions.push_back(Object({{"type", Text(OneOf({"Ready", "Synced"}))},
                                 {"status", Text(OneOf({"True", "False"}))}}));
  }
  return List(std::move(conditions));
}

PbValue RandomValues::Resource(const std::string& name) {
  PbValue labels = Object({});
  if (Chance(40)) {
    (*labels.mutable_struct_value()->mutable_fields())[Name()] = Text(Name());
  }
  PbValue status = AnyObject(2);
  (*status.mutable_struct_value()->mutable_fields())["conditions"] =
      Conditions();
  PbValue resource =
      Object({{"apiVersion", Text(OneOf({"example.org/v1", "v1"}))},
              {"kind", Text(OneOf({"Bucket", "ConfigMap", "XApp"}))},
              {"metadata", Object({{"name", Text(name)}, {"labels", labels}})},
              {"spec", AnyObject(3)},
              {"data", AnyObject(2)},
              {"status", status}});
  if (!tame_ && Chance(10)) Break(&resource);
  return resource;
}

void RandomValues::Break(PbValue* value) {
  while (Chance(80)) {
    if (value->has_struct_value() && value->struct_value().fields_size() > 0) {
      auto& fields = *value->mutable_struct_value()->mutable_fields();
      // A member is drawn by name, because protobuf's maps have no fixed order.
      std::vector<std::string> names;
      for (const auto& [name, member] : fields) names.push_back(name);
      std::sort(names.begin(), names.end());
      value = &fields[names[Below(int(names.size()))]];
    } else if (value->list_value().values_size() > 0) {
      auto* list = value->mutable_list_value();
      value = list->mutable_values(Below(list->values_size()));
    } else {
      break;
    }
  }
  *value = Any(2);
}

}  // namespace loom::testing
