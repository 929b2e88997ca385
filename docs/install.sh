#!/bin/sh
# Installs Doorstep from the folder that this lies in, on Debian with PostgreSQL and Caddy (docs/operating.md):
#   bin/install doorstep.example.gov.uk
# Run again it changes nothing that is there: settings, passwords and the key of the records stay. Another version's
# folder becomes the one in use.
set -eu
host=${1:?Say the name of the host: bin/install doorstep.example.gov.uk}
case $host in
  *[!a-z0-9.-]* | .* | -*) echo "$host is not the name of a host: write it like doorstep.example.gov.uk" >&2; exit 1 ;;
esac
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }
for program in node psql caddy systemctl openssl; do
  command -v "$program" >/dev/null || { echo "$program is missing: see \"Installing it\" in docs/operating.md." >&2; exit 1; }
done
program=$(dirname "$(dirname "$(readlink -f "$0")")")
settings=/etc/doorstep.env
owner=/etc/doorstep-owner.env

id doorstep >/dev/null 2>&1 || useradd --system --home /var/lib/doorstep doorstep
install -d -m 700 -o doorstep /var/lib/doorstep

if [ ! -e "$settings" ]; then
  owner_password=$(openssl rand -hex 24) server_password=$(openssl rand -hex 24)
  runuser -u postgres -- psql -qv ON_ERROR_STOP=1 <<SQL
    select 'create role ' || name from unnest(array['doorstep_app', 'doorstep_owner', 'doorstep_server']) as name
      where not exists (select from pg_roles where rolname = name) \gexec
    alter role doorstep_owner login password '$owner_password';
    alter role doorstep_server login bypassrls password '$server_password';
    grant doorstep_app to doorstep_owner, doorstep_server;
    select \$\$create database doorstep owner doorstep_owner encoding 'UTF8' template template0\$\$
      where not exists (select from pg_database where datname = 'doorstep') \gexec
SQL
  umask 077
  echo "DATABASE_URL=postgresql://doorstep_owner:$owner_password@localhost/doorstep" >"$owner"
  {
    cat "$program/.env.example"
    echo
    echo '# ── of this machine ──'
    echo "DOORSTEP_URL=https://$host"
    echo 'TRUST_PROXY=loopback'
    echo "DATABASE_URL=postgresql://doorstep_server:$server_password@localhost/doorstep"
    echo "DOORSTEP_SECRET_KEY=$(openssl rand -base64 32)"
  } >"$settings"
  umask 022
  chgrp doorstep "$settings"
  chmod 640 "$settings"
fi

( . "$owner"; export DATABASE_URL; "$program/bin/doorstep" migrate --serve-as doorstep_server )

ln -sfn "$program" /opt/doorstep
ln -sfn /opt/doorstep/bin/doorstep /usr/local/sbin/doorstep
cp "$program"/docs/doorstep.service /etc/systemd/system/
if ! grep -qs "^$host " /etc/caddy/Caddyfile; then
  printf '\n%s {\n\treverse_proxy localhost:3000\n}\n' "$host" >>/etc/caddy/Caddyfile
fi
systemctl daemon-reload
systemctl enable doorstep
systemctl restart doorstep caddy
echo "Doorstep is installed at https://$host. Keep a copy of $settings elsewhere: without its key a backup is not whole."
