#!/bin/sh
# Hands a month over to Doorstep, waits for the check, and ends with 0 where the month is published or waits for an
# administrator, with 1 where it was refused. Needs curl. docs/handing-over-months.md
#
#   export DOORSTEP_URL=https://doorstep.example DOORSTEP_MONTH_TOKEN=doorstep_month_…
#   sh hand-over-month.sh 2026-11-01 households=households.csv.gz contacts=contacts.csv.gz wards=wards.geojson
set -eu

if [ $# -lt 2 ]; then
  echo 'Say the first day of the month and its files: 2026-11-01 households=FILE [contacts=FILE] [wards=FILE]' >&2
  exit 2
fi
month=$1
shift
handover="$DOORSTEP_URL/api/handover"

# Prints Doorstep's answer. The token comes by standard input, so that no list of processes shows it.
call() {
  answered=$(printf 'header = "authorization: Bearer %s"\n' "$DOORSTEP_MONTH_TOKEN" |
    curl --config - --silent --show-error --write-out '\n%{http_code}' "$@")
  status=$(printf '%s\n' "$answered" | tail -n 1)
  case $status in
  2*) printf '%s\n' "$answered" | sed '$d' ;;
  *)
    printf 'Doorstep answered %s: %s\n' "$status" "$(printf '%s\n' "$answered" | sed '$d')" >&2
    return 1
    ;;
  esac
}

sizes=
for file in "$@"; do
  bytes=$(wc -c <"${file#*=}")
  sizes="$sizes, \"${file%%=*}\": $((bytes))"
done
begun=$(call --header 'content-type: application/json' --data "{\"month\": \"$month\"$sizes}" "$handover")
id=$(printf '%s' "$begun" | sed 's/.*"id":"\([0-9a-f-]*\)".*/\1/')

for file in "$@"; do
  call --upload-file "${file#*=}" "$handover?id=$id&file=${file%%=*}" >/dev/null
done

# With the last file the check has begun.
while :; do
  answer=$(call --header 'accept: text/plain' "$handover?id=$id")
  state=$(printf '%s\n' "$answer" | head -n 1)
  case $state in
  checking | publishing) sleep 2 ;;
  *) break ;;
  esac
done
printf '%s\n' "$answer" | sed 1d
case $state in
ready | published) ;;
*) exit 1 ;;
esac
