// SPDX-License-Identifier: Apache-2.0
// JsonWriter writes the JSON that commands print with --output json: on one line,
// without spaces, with the fields in the order of the calls. Strings are escaped as Go
// escapes them (data/value/json.h), and so are sequences that would control a terminal
// or a CI job (base/strings.h).
//
//   JsonWriter json;
//   json.Object([&] {
//     json.Text("name", "bucket");
//     json.Key("lines").Array(lines, [&](int line) { json.Number(line); });
//   });
//   std::string text = json.Line();
//
// Each Key must be followed by one value. Output that is not one complete value is a
// bug, which stops a debug build.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "data/value/json.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace loom {

class JsonWriter {
 public:
  JsonWriter() : writer_(buffer_) {}

  // Writes the key of a field of the open object. The value must follow.
  JsonWriter& Key(absl::string_view name) {
    String(name);
    return *this;
  }

  void String(absl::string_view text) {
    std::string quoted;
    AppendJsonString(text, &quoted);
    writer_.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
  }
  void Number(int64_t number) { writer_.Int64(number); }
  void Bool(bool value) { writer_.Bool(value); }
  void Null() { writer_.Null(); }
  // Writes a value that is already JSON, such as the result of CompactJson.
  void Raw(absl::string_view json) {
    writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
  }

  // Writes an object. `write` writes its fields.
  template <typename Write>
  void Object(const Write& write) {
    writer_.StartObject();
    write();
    writer_.EndObject();
  }
  // Writes a list. `write` writes one value for the element that it gets.
  template <typename List, typename Write>
  void Array(const List& list, const Write& write) {
    writer_.StartArray();
    for (const auto& element : list) write(element);
    writer_.EndArray();
  }

  // Write a field. TextIfAny omits a field that is empty, and IfTrue one that is false.
  void Text(absl::string_view name, absl::string_view text) {
    Key(name).String(text);
  }
  void TextIfAny(absl::string_view name, absl::string_view text) {
    if (!text.empty()) Text(name, text);
  }
  void Number(absl::string_view name, int64_t number) {
    Key(name).Number(number);
  }
  void IfTrue(absl::string_view name, bool value) {
    if (value) Key(name).Bool(true);
  }
  template <typename List, typename Write>
  void Array(absl::string_view name, const List& list, const Write& write) {
    Key(name).Array(list, write);
  }

  // Returns the JSON and a line break.
  std::string Line() const {
    return Printed({buffer_.GetString(), buffer_.GetSize()}) + "\n";
  }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
};

}  // namespace loom
