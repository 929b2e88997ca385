#!/bin/sh
# The command line with the service's settings, as its user (docs/operating.md). It runs the program of the folder that it
# lies in: /usr/local/sbin/doorstep is a link to bin/doorstep of the version in use. What the shell sets goes before the
# settings: the owner's DATABASE_URL for `migrate`, another database and bucket for a rehearsal.
set -eu
program=$(dirname "$(dirname "$(readlink -f "$0")")")
settings=${DOORSTEP_SETTINGS:-/etc/doorstep.env}
user=${DOORSTEP_USER:-doorstep}
# Nothing is installed where a restore is rehearsed: it runs as the caller.
[ -e "$settings" ] || { settings=/dev/null user=$(id -un); }

# As systemd reads them: to the end of the line, with # in it, without quotation marks around it.
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    [A-Za-z_]*=*) ;;
    *) continue ;;
  esac
  name=${line%%=*}
  value=${line#*=}
  case $value in
    \"*\" | \'*\') value=${value#?} value=${value%?} ;;
  esac
  eval "[ -n \"\${$name+set}\" ]" || export "$name=$value"
done <"$settings"

export NODE_ENV=production DOORSTEP_DATA="${DOORSTEP_DATA:-/var/lib/doorstep}"
set -- /usr/bin/env node "$program/dist/server/cli.js" "$@"
[ "$(id -un)" = "$user" ] || set -- runuser -u "$user" -- "$@"
exec "$@"
