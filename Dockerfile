# Istock as an image: `docker build -t istock .`; settings come as environment variables (see .env.example), data lives in /data.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# ISTOCK_IMAGE: npm run admin, backup, restore and import find everything installed, and do not try to install it.
ENV NODE_ENV=production ISTOCK_IMAGE=yes HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
# PostgreSQL, where it runs inside, refuses to be run by root.
USER node
VOLUME /data
EXPOSE 5000
# The first start makes the market and its history.
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "server/main.ts"]
