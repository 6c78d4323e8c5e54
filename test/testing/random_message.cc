// SPDX-License-Identifier: Apache-2.0
#include "test/testing/random_message.h"

#include <algorithm>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/wire_format_lite.h"

namespace loom::testing {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::StringOutputStream;

// Deep enough for lists in objects in lists, shallow enough to end.
constexpr int kDepth = 9;

class Filler {
 public:
  explicit Filler(std::mt19937* random) : random_(*random) {}

  void Fill(Message* message, int depth) {
    const auto* descriptor = message->GetDescriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      bool composite = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      if (composite && depth == 0) continue;
      if (field->real_containing_oneof() != nullptr) {
        // Later members displace earlier ones, so that each gets its turn.
        if (Below(3) == 0) Set(message, field, depth);
      } else if (!field->is_repeated()) {
        if (Below(4) != 0) Set(message, field, depth);
      } else {
        for (int n = Below(4); n > 0; --n) Set(message, field, depth);
      }
    }
  }

 private:
  int Below(int bound) { return static_cast<int>(random_() % bound); }

  std::string Text() {
    static const char* const kTexts[] = {"",     "a",    "name",  "spec.x",
                                         "b\n",  "ä€",   "😀",     "\t\x01",
                                         "true", "12.5", "ready", "0"};
    std::string text = kTexts[Below(std::size(kTexts))];
    // Long enough for a length of two bytes now and then.
    return Below(20) == 0 ? text + std::string(200, 'x') : text;
  }

  double Number() {
    static const double kNumbers[] = {
        0, -0.0, 1, -7, 0.1, 1e300, 9007199254740992};
    return kNumbers[Below(std::size(kNumbers))];
  }

  void Set(Message* message, const FieldDescriptor* field, int depth) {
    const Reflection* at = message->GetReflection();
    bool list = field->is_repeated();
    switch (field->cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Fill(list ? at->AddMessage(message, field)
                         : at->MutableMessage(message, field),
                    depth - 1);
      case FieldDescriptor::CPPTYPE_STRING:
        return list ? at->AddString(message, field, Text())
                    : at->SetString(message, field, Text());
      case FieldDescriptor::CPPTYPE_ENUM: {
        int value = Below(field->enum_type()->value_count());
        return list ? at->AddEnumValue(message, field, value)
                    : at->SetEnumValue(message, field, value);
      }
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return at->SetDouble(message, field, Number());
      case FieldDescriptor::CPPTYPE_BOOL:
        return at->SetBool(message, field, Below(2) == 0);
      case FieldDescriptor::CPPTYPE_INT64:
        return at->SetInt64(message, field, Below(100));
      case FieldDescriptor::CPPTYPE_INT32:
        return at->SetInt32(message, field, Below(100));
      default:
        return;  // the contract has no others
    }
  }

  std::mt19937& random_;
};

// Writes one field at a time, so that their order is ours to choose.
class Encoder {
 public:
  Encoder(const Encoding& encoding, std::mt19937* random)
      : encoding_(encoding), random_(*random) {}

  std::string Encode(const Message& message) {
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    if (message.GetDescriptor()->options().map_entry()) {
      fields = {message.GetDescriptor()->field(0),
                message.GetDescriptor()->field(1)};
    }
    std::vector<std::string> pieces;
    for (const FieldDescriptor* field : fields) {
      std::vector<std::string> values = Values(message, field);
      if (field->is_map()) Shuffle(&values);
      if (encoding_.unordered && !field->is_map()) {
        // Elements of a list keep their order: they stay one piece.
        std::string piece;
        for (const std::string& value : values) piece += value;
        values = {piece};
      }
      pieces.insert(pieces.end(), values.begin(), values.end());
    }
    if (encoding_.unordered) {
      // Not in a Struct, which no release of Crossplane can give more fields.
      bool ours =
          message.GetDescriptor()->file()->package() != "google.protobuf";
      if (ours && OneIn(4)) pieces.push_back(Unknown());
      Shuffle(&pieces);
    }
    std::string bytes;
    for (const std::string& piece : pieces) bytes += piece;
    return bytes;
  }

 private:
  bool OneIn(int n) { return random_() % n == 0; }

  void Shuffle(std::vector<std::string>* pieces) {
    std::shuffle(pieces->begin(), pieces->end(), random_);
  }

  // Each value of a field with its tag; something else with the same tag
  // before or behind it where oddity is wanted.
  std::vector<std::string> Values(const Message& message,
                                  const FieldDescriptor* field) {
    std::vector<std::string> values;
    const Reflection* at = message.GetReflection();
    int size = field->is_repeated() ? at->FieldSize(message, field) : 1;
    for (int i = 0; i < size; ++i) {
      values.push_back(Written(message, field, i));
      if (encoding_.odd && OneIn(25)) values.push_back(Another(message, field));
    }
    return values;
  }

  std::string Written(const Message& message, const FieldDescriptor* field,
                      int i) {
    std::string bytes;
    StringOutputStream stream(&bytes);
    CodedOutputStream out(&stream);
    const Reflection* at = message.GetReflection();
    bool list = field->is_repeated();
    int number = field->number();
    switch (field->cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        WireFormatLite::WriteBytes(
            number,
            Encode(list ? at->GetRepeatedMessage(message, field, i)
                        : at->GetMessage(message, field)),
            &out);
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        WireFormatLite::WriteBytes(
            number,
            list ? at->GetRepeatedString(message, field, i)
                 : at->GetString(message, field),
            &out);
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        WireFormatLite::WriteEnum(
            number,
            list ? at->GetRepeatedEnumValue(message, field, i)
                 : at->GetEnumValue(message, field),
            &out);
        break;
      case FieldDescriptor::CPPTYPE_DOUBLE:
        WireFormatLite::WriteDouble(number, at->GetDouble(message, field),
                                    &out);
        break;
      case FieldDescriptor::CPPTYPE_BOOL:
        WireFormatLite::WriteBool(number, at->GetBool(message, field), &out);
        break;
      case FieldDescriptor::CPPTYPE_INT64:
        WireFormatLite::WriteInt64(number, at->GetInt64(message, field), &out);
        break;
      case FieldDescriptor::CPPTYPE_INT32:
        WireFormatLite::WriteInt32(number, at->GetInt32(message, field), &out);
        break;
      default:
        break;  // the contract has no others
    }
    out.Trim();
    return bytes;
  }

  // The same field of a message of its own.
  std::string Another(const Message& message, const FieldDescriptor* field) {
    std::unique_ptr<Message> other(message.New());
    Filler(&random_).Fill(other.get(), 2);
    const Reflection* at = other->GetReflection();
    if (field->is_repeated() && at->FieldSize(*other, field) == 0) return "";
    return Written(*other, field, 0);
  }

  std::string Unknown() {
    std::string bytes;
    StringOutputStream stream(&bytes);
    CodedOutputStream out(&stream);
    switch (random_() % 4) {
      case 0:
        WireFormatLite::WriteInt64(1000, -1, &out);
        break;
      case 1:
        WireFormatLite::WriteBytes(100, std::string("\x0b not a field"), &out);
        break;
      case 2:
        WireFormatLite::WriteDouble(17, 2.5, &out);
        break;
      default:
        WireFormatLite::WriteFixed32(536870911, 7, &out);
    }
    out.Trim();
    return bytes;
  }

  Encoding encoding_;
  std::mt19937& random_;
};

}  // namespace

void FillRandomly(Message* message, std::mt19937* random) {
  Filler(random).Fill(message, kDepth);
  // A map that is filled as a list may have a key twice until it is read as a map.
  message->ParseFromString(message->SerializeAsString());
}

std::string Encode(const Message& message, const Encoding& encoding,
                   std::mt19937* random) {
  return Encoder(encoding, random).Encode(message);
}

}  // namespace loom::testing
