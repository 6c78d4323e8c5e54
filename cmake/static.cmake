# SPDX-License-Identifier: Apache-2.0
# LOOM_STATIC: executables take their libraries from archives; with the link
# option -static they are one file that needs nothing of the system. Debian's
# packages bring the archives for it, but describe only their shared
# libraries to CMake. Included before the packages are looked for.

# What CMake looks for itself: zlib, c-ares, RE2, OpenSSL, Protobuf.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)

# What the packages describe: each shared library becomes the archive beside it.
# Called after the packages were found.
function(loom_use_archives)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(library ${target} IMPORTED_LOCATION_NONE)
    if(library)
      string(REGEX REPLACE "\\.so.*$" ".a" archive ${library})
      if(EXISTS ${archive})
        set_target_properties(${target} PROPERTIES
          IMPORTED_LOCATION_NONE ${archive})
      endif()
    endif()
  endforeach()
endfunction()

# Makes jemalloc the allocator of a program.
function(loom_use_jemalloc program)
  target_link_libraries(${program} PRIVATE
    -Wl,--whole-archive -l:libjemalloc.a -Wl,--no-whole-archive)
endfunction()

# What archives need of each other is described nowhere: as one group they may
# stand in any order. The map says which of them gave an object; package/notice.py
# reads it.
set(CMAKE_CXX_LINK_EXECUTABLE
  "<CMAKE_CXX_COMPILER> <FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET>"
  "-Wl,--gc-sections -Wl,-Map=<TARGET>.map"
  "-Wl,--start-group <LINK_LIBRARIES> -Wl,--end-group")
list(JOIN CMAKE_CXX_LINK_EXECUTABLE " " CMAKE_CXX_LINK_EXECUTABLE)
