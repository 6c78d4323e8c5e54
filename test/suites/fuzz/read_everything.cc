// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/read_everything.h"

#include "base/errors.h"
#include "crossplane/contract/request.h"
#include "data/value/struct_codec.h"

namespace loom::testing {
namespace {

class Everything {
 public:
  absl::Status Of(absl::string_view bytes) {
    LOOM_ASSIGN_OR_RETURN(Request request, Request::Parse(bytes));
    LOOM_RETURN_IF_ERROR(OfState(request.observed));
    LOOM_RETURN_IF_ERROR(OfState(request.desired));
    LOOM_RETURN_IF_ERROR(OfStruct(request.input.value_or("")));
    LOOM_RETURN_IF_ERROR(OfContext(request.context.value_or("")));
    LOOM_RETURN_IF_ERROR(OfAnswers(request.extra_resources));
    LOOM_RETURN_IF_ERROR(OfAnswers(request.required_resources));
    for (const SpanMap::Entry& entry : request.credentials.entries()) {
      LOOM_RETURN_IF_ERROR(CredentialDataOf(entry.value).status());
    }
    for (const SpanMap::Entry& entry : request.required_schemas.entries()) {
      LOOM_ASSIGN_OR_RETURN(auto schema, OpenApiOf(entry.value));
      LOOM_RETURN_IF_ERROR(OfStruct(schema.value_or("")));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status OfStruct(absl::string_view bytes) {
    Pool pool;
    return DecodeStruct(bytes, &pool).status();
  }

  absl::Status OfResource(absl::string_view bytes) {
    LOOM_ASSIGN_OR_RETURN(Resource resource, Resource::Parse(bytes));
    return OfStruct(resource.object);
  }

  absl::Status OfState(const StateSpans& state) {
    LOOM_RETURN_IF_ERROR(OfResource(state.composite.value_or("")));
    for (const SpanMap::Entry& entry : state.resources.entries()) {
      LOOM_RETURN_IF_ERROR(OfResource(entry.value));
    }
    return absl::OkStatus();
  }

  absl::Status OfContext(absl::string_view context) {
    LOOM_ASSIGN_OR_RETURN(SpanMap entries, EntriesOf(context));
    for (const SpanMap::Entry& entry : entries.entries()) {
      Pool pool;
      LOOM_RETURN_IF_ERROR(DecodeValue(entry.value, &pool).status());
    }
    return absl::OkStatus();
  }

  absl::Status OfAnswers(const SpanMap& answers) {
    for (const SpanMap::Entry& entry : answers.entries()) {
      LOOM_ASSIGN_OR_RETURN(std::vector<absl::string_view> objects,
                            ObjectsOf(entry.value));
      for (absl::string_view object : objects) {
        LOOM_RETURN_IF_ERROR(OfStruct(object));
      }
    }
    return absl::OkStatus();
  }
};

}  // namespace

absl::Status ReadEverything(absl::string_view request) {
  return Everything().Of(request);
}

}  // namespace loom::testing
