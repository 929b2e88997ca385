#!/bin/sh
# /usr/local/sbin/doorstep: the command line with the service's settings, as its user (docs/operating.md). What the shell
# sets goes before them: the owner's DATABASE_URL for `migrate`, another database and bucket for a rehearsal.
export NODE_ENV=production DOORSTEP_DATA="${DOORSTEP_DATA:-/var/lib/doorstep}"
exec runuser -u doorstep -- /usr/bin/node --env-file=/etc/doorstep.env /opt/doorstep/dist/server/cli.js "$@"
