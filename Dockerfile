# The server with its web console (the default command) and the command `sekisho` for workers.
# docs/guides/deployment.md describes how to use it; compose.yaml starts server, worker and PostgreSQL.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /source
COPY . .
# The secret is optional: an .npmrc with the registry of your company.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci && npm run pack:all
WORKDIR /app
COPY deploy/package.json ./
# What is not loaded at run time is left out: sources, declarations and source maps are two thirds of the size.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm install --omit=dev --omit=optional --no-audit --no-fund --no-package-lock \
    $(node /source/deploy/list-packages.mjs /source/packed) \
  && node /source/deploy/remove-unused-files.mjs node_modules \
  && mkdir /data

FROM ${BASE}
ENV NODE_ENV=production \
  HOME=/tmp \
  PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  HOST=0.0.0.0 \
  PORT=8787 \
  SEKISHO_DATA_DIR=/data \
  SEKISHO_MARK_DIR=/data
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
VOLUME /data
USER 1000:1000
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sekisho-console"]
