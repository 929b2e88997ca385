#!/bin/sh
# For compose.yaml, at the first start of its PostgreSQL: docs/operating.md, "PostgreSQL's roles".
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set=owner="$OWNER_PASSWORD" --set=server="$SERVER_PASSWORD" <<'SQL'
create role doorstep_app nologin;
create role doorstep_owner login password :'owner';
create role doorstep_server login bypassrls password :'server';
grant doorstep_app to doorstep_owner, doorstep_server;
create database doorstep owner doorstep_owner;
revoke all on database doorstep from public;
grant connect on database doorstep to doorstep_server;
SQL
