#!/bin/bash
# /usr/local/sbin/doorstep-backup, run by doorstep-backup.service: makes a backup, encrypts it to the keys in
# /etc/doorstep-backup.recipients, and deletes those whose time is over. docs/operating.md, "Every night"
set -euo pipefail
umask 077

folder=${BACKUP_FOLDER:-/var/lib/doorstep-backups}
recipients=${BACKUP_RECIPIENTS:-/etc/doorstep-backup.recipients}
days=${BACKUP_DAYS:-30}
name=$(date -u +%Y-%m-%dT%H%M%SZ)

# Nothing that can be read stays, whatever fails.
trap 'rm -rf "$folder/$name" "$folder/.$name.unfinished" "$folder/$name.tar.age.part"' EXIT

${DOORSTEP_CLI:-/opt/doorstep/bin/doorstep} backup "$folder/$name"
tar -c -C "$folder" "$name" | age --encrypt --recipients-file "$recipients" >"$folder/$name.tar.age.part"
sync "$folder/$name.tar.age.part"
mv "$folder/$name.tar.age.part" "$folder/$name.tar.age"
find "$folder" -maxdepth 1 -type f -name '*.tar.age' -mtime "+$days" -delete
echo "Encrypted to $folder/$name.tar.age."
