CREATE TABLE "audit_starts" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"keyed_from" bigint,
	"signature" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_starts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_starts" ADD CONSTRAINT "audit_starts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_starts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
-- Signatures cover their time from now on; the next night signs again.
delete from audit_seals;
--> statement-breakpoint
revoke update, delete on audit_starts from doorstep_app;
--> statement-breakpoint
-- The serving login only adds to the log (see db/roles.ts, which repeats it for new logins). Where it owns the tables,
-- nothing can be taken from it.
do $$
declare
  one record;
begin
  for one in
    select distinct grantee, table_name from information_schema.role_table_grants
    where table_schema = 'public' and table_name in ('audit_entries', 'audit_seals', 'audit_starts')
      and grantee <> current_user and grantee not in ('PUBLIC', 'doorstep_app')
  loop
    execute format('revoke update, delete, truncate on %I from %I', one.table_name, one.grantee);
  end loop;
end
$$;
--> statement-breakpoint
-- The only way to shorten a log: it deletes by age alone, and says with the caller's signature where the log starts now.
-- A signature that the key did not make is reported by `verify`.
create function move_audit_start(
  organisation uuid, new_position bigint, new_hash text, new_keyed_from bigint, new_signature text
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted bigint;
begin
  if exists (
    select from audit_entries where organisation_id = organisation and position <= new_position
      and at > now() - interval '2 years'
  ) then
    raise exception 'Entries of the last two years stay in the audit log.';
  end if;
  if exists (select from audit_starts where organisation_id = organisation and position > new_position) then
    raise exception 'The audit log starts later already.';
  end if;
  -- Without a start all signatures are from before starts were signed.
  delete from audit_seals
    where organisation_id = organisation and (
      position < greatest(new_position, coalesce(new_keyed_from, 0))
      or not exists (select from audit_starts where organisation_id = organisation));
  delete from audit_entries where organisation_id = organisation and position <= new_position;
  get diagnostics deleted = row_count;
  insert into audit_starts (organisation_id, position, hash, keyed_from, signature)
  values (organisation, new_position, new_hash, new_keyed_from, new_signature)
  on conflict (organisation_id) do update set
    position = excluded.position, hash = excluded.hash, keyed_from = excluded.keyed_from, signature = excluded.signature;
  return deleted;
end
$$;
--> statement-breakpoint
revoke execute on function move_audit_start from public;
