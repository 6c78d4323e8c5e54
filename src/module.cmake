# SPDX-License-Identifier: Apache-2.0
# loom_module(NAME SOURCES … DEPENDS … LINK …): the folder NAME as library
# loom_NAME. DEPENDS are folders of ours, and only those may be included (their
# own DEPENDS come with them); LINK are libraries of others. The global property
# LOOM_ROOMS lists the folders.
function(loom_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${name}/)
  list(TRANSFORM arg_DEPENDS PREPEND loom_)
  add_library(loom_${name} STATIC ${arg_SOURCES})
  target_link_libraries(loom_${name} PUBLIC ${arg_DEPENDS} ${arg_LINK}
                                     PRIVATE loom_options)
  target_include_directories(loom_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  loom_use_precompiled(loom_${name} source)
  set_property(GLOBAL APPEND PROPERTY LOOM_ROOMS ${name})
endfunction()

# Of an inline function that several sources hold the linker takes the first copy.
# For a program this makes it the one of the sources that every call passes through,
# not one that was compiled to be small.
function(loom_prefer_fast_code program)
  foreach(folder IN LISTS LOOM_FAST)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:loom_${folder}>)
  endforeach()
endfunction()

# And then the one of any other source that serves calls, through which exceptions pass,
# before those of the command line (LOOM_NOTHROW).
function(loom_prefer_unwinding_code program)
  foreach(folder input grammar cel celfunctions expression variables connection kinds
          environment source reference typed external identity providerconfig dependency
          details autoready sequencer plan flags tls process peers server syntax yaml)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:loom_${folder}>)
  endforeach()
endfunction()
