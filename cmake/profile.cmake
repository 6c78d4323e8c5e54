# SPDX-License-Identifier: Apache-2.0
# LOOM_PROFILE: the code that every call passes through is compiled by a profile, which
# says how often each branch was taken while calls were answered. A call takes about 6 %
# less time. It is made in three steps, which test/build takes:
#
#   1. count: loom_training is built, in a folder of its own. It answers calls, and that
#      code counts its branches.
#   2. package/profile runs it, and leaves the counts beside the objects of step 3.
#   3. use: the program is built. A source without counts is compiled as without a
#      profile, and so is a function that has changed since.
set(LOOM_PROFILE "" CACHE STRING "count, use, or nothing; see cmake/profile.cmake.")

# The folders of that code, from the bottom up.
set(LOOM_FAST base wire value go fieldpath resource transform patch readiness render
              call sdk function)

set(loom_profile_of_count -fprofile-generate)
set(loom_profile_of_use -fprofile-use -fprofile-correction -Wno-missing-profile
                        -Wno-coverage-mismatch)
# These have what a hostile input may ask for a million times, and the training does not.
# What it leaves out is compiled as without a profile there, and elsewhere for size.
set(LOOM_PARTLY_TRAINED base go fieldpath resource transform)

# Called after all of these folders.
function(loom_use_profile)
  foreach(folder IN LISTS LOOM_FAST)
    target_compile_options(loom_${folder}
      PRIVATE ${loom_profile_of_${LOOM_PROFILE}})
  endforeach()
  if(LOOM_PROFILE STREQUAL "use")
    foreach(folder IN LISTS LOOM_PARTLY_TRAINED)
      target_compile_options(loom_${folder} PRIVATE -fprofile-partial-training)
    endforeach()
  endif()
  add_executable(loom_training EXCLUDE_FROM_ALL
    ${PROJECT_SOURCE_DIR}/test/benchmark/training.cc)
  target_link_libraries(loom_training PRIVATE loom_function loom_options)
  loom_prefer_fast_code(loom_training)
  # At the same addresses each time, so that the counts are the same.
  target_link_options(loom_training PRIVATE -static -no-pie
    ${loom_profile_of_${LOOM_PROFILE}})
endfunction()
