# Doorstep with LibreOffice and bubblewrap. docs/operating.md says how to run it.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /doorstep
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# What --version and /health say: --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT
RUN DOORSTEP_COMMIT=$COMMIT node .scripts/build-if-stale.mjs && npm prune --omit=dev --ignore-scripts

FROM node:24.11.1-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libreoffice-writer-nogui fonts-liberation bubblewrap ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /doorstep
COPY --from=build /doorstep/package.json ./
COPY --from=build /doorstep/node_modules node_modules
COPY --from=build /doorstep/dist dist
# Migrations, notes and pages are read from here.
COPY --from=build /doorstep/src src
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DOORSTEP_DATA=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:' + (process.env.PORT || 3000) + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The server itself hears SIGTERM; --init (compose: init) cleans up after LibreOffice.
CMD ["node", "dist/server/main.js"]
