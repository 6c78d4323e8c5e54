# SPDX-License-Identifier: Apache-2.0
# The function's image: the static binary and nothing else.
FROM debian:12 AS build
COPY test/install-packages /install-packages
RUN /install-packages
COPY . /source
WORKDIR /source
RUN cmake --preset release && cmake --build --preset release

FROM scratch
COPY --from=build /source/build/release/function-loom /function-loom
EXPOSE 9443
# As Crossplane runs it: a user that no file knows, and nothing to write to.
USER 2000:2000
ENTRYPOINT ["/function-loom"]
