# syntax=docker/dockerfile:1.20
# One image for any service:
#   docker build --build-arg APP=billing --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) -t pitanga/billing .
#
# The bases are exact tags; a release pins each by its digest as well, without a change here:
#   --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…   (docker buildx imagetools inspect tells it)
# They are not pinned in this file because it was written where no image registry can be asked; a digest must be looked
# up, never guessed.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${NODE_IMAGE} AS build
WORKDIR /work
# The lock file says exactly what is installed, with a hash of each. The scripts of packages bring esbuild and buf, and
# put our patches on.
COPY package.json package-lock.json .npmrc ./
COPY patches patches
COPY apps apps
COPY libs libs
COPY tools tools
COPY sdk sdk
COPY cli cli
COPY examples examples
RUN npm ci
COPY . .
ARG APP
# The bundle, its migrations and the npm packages it loads, and nothing else: tools/src/image.
RUN node tools/bin/run.cjs image "${APP}" /image && mkdir -p /data/files

# glibc and libstdc++ only: no shell, no package manager, no npm. Node comes from the image it was built with.
FROM ${BASE_IMAGE}
ARG APP
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="pitanga-${APP}" \
      org.opencontainers.image.description="Pitanga: ${APP}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Owned by root and so out of reach of the process; it runs on a read-only root and writes nothing but /tmp.
COPY --from=build /image /app
# A volume of billing's files (BLOB_STORE_DIR) takes its owner from here.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /app
ENV HOST=0.0.0.0 OPS_PORT=9090
EXPOSE 8080 9090 50051
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 CMD ["/usr/local/bin/node", "health.js", "9090"]
ENTRYPOINT ["/usr/local/bin/node", "--enable-source-maps"]
# Other programs of an image: `main.js migrate`; the gateway's `admin.js` and `topics.js`.
CMD ["--require", "./telemetry.js", "main.js"]
