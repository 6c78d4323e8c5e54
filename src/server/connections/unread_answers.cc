// SPDX-License-Identifier: Apache-2.0
#include "server/connections/unread_answers.h"

namespace loom {

UnreadAnswers::Place UnreadAnswers::Add(grpc::ServerContext& context) {
  std::list<Answer> one = {{&context, {}}};
  MutexLock lock(mutex_);
  // Read with the lock held, so that the list is in the order of time.
  one.front().since = Clock::now();
  answers_.splice(answers_.end(), one);
  return std::prev(answers_.end());
}

void UnreadAnswers::Remove(Place place) {
  std::list<Answer> one;
  MutexLock lock(mutex_);
  one.splice(one.end(), answers_, place);
}

void UnreadAnswers::ForEachOlder(
    Clock::duration age,
    const std::function<void(grpc::ServerContext&)>& visit) {
  const Clock::time_point limit = Clock::now() - age;
  MutexLock lock(mutex_);
  for (const Answer& answer : answers_) {
    if (answer.since > limit) return;
    visit(*answer.context);
  }
}

}  // namespace loom
