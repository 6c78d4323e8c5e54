# SPDX-License-Identifier: Apache-2.0
# The function's image: the static binary, its licenses, and nothing else. For
# arm64 it is cross-compiled, so that nothing is emulated:
#   docker build .
#   docker build --platform linux/arm64 .
FROM --platform=$BUILDPLATFORM debian:12 AS build
WORKDIR /source
# By itself, so that a change of the code installs nothing anew.
COPY test/install-packages test/
RUN test/install-packages --package
COPY . .
ARG TARGETARCH
# What the program says it was built from; the folder .git does not come along.
ARG COMMIT=
RUN LOOM_COMMIT="$COMMIT" package/compile "$TARGETARCH" /image

FROM scratch
ARG VERSION=
ARG REVISION=
ARG SOURCE=https://example.org/function-loom
LABEL org.opencontainers.image.title=function-loom \
      org.opencontainers.image.description="A Crossplane composition function" \
      org.opencontainers.image.source=$SOURCE \
      org.opencontainers.image.documentation=$SOURCE/tree/main/docs \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$REVISION
COPY --from=build /image /
EXPOSE 9443 8080
# As Crossplane runs it: a user that no file knows, and nothing to write to.
USER 2000:2000
WORKDIR /
ENTRYPOINT ["/function-loom"]
