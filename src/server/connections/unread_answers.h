// SPDX-License-Identifier: Apache-2.0
// UnreadAnswers is the list of answers that gRPC was given and has not sent yet,
// the oldest first. An answer stays in it for long if its client does not read:
// HTTP/2 lets a client stop what is sent to it for as long as it likes.
//
//   UnreadAnswers unread;
//   UnreadAnswers::Place place = unread.Add(context);
//   unread.ForEachOlder(std::chrono::seconds(10), [](grpc::ServerContext& late) {
//     late.TryCancel();
//   });
//   unread.Remove(place);
//
// Safe to use from many threads.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <list>

#include "base/mutex.h"

namespace loom {

class UnreadAnswers {
 public:
  using Clock = std::chrono::steady_clock;

  struct Answer {
    grpc::ServerContext* context;
    Clock::time_point since;
  };
  using Place = std::list<Answer>::iterator;

  // The context must live until its answer is removed.
  Place Add(grpc::ServerContext& context);
  void Remove(Place place);

  // Calls `visit` for each answer that is older than `age`. `visit` must not use
  // this list.
  void ForEachOlder(Clock::duration age,
                    const std::function<void(grpc::ServerContext&)>& visit);

 private:
  Mutex mutex_;
  std::list<Answer> answers_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace loom
