-- Not valid: a log that somebody wrote to before must still migrate, so that `verify` can tell of it.
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_position" CHECK ("audit_entries"."position" is not null and "audit_entries"."position" > 0) NOT VALID;--> statement-breakpoint
-- The functions below run as the owner, past row-level security: they hold requests to their own organisation.
create function require_own_audit_log(organisation uuid) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'doorstep_app'
    and organisation is distinct from nullif(current_setting('app.org', true), '')::uuid
  then
    raise insufficient_privilege using message = 'permission denied for the audit log of another organisation';
  end if;
end
$$;
--> statement-breakpoint
-- Locks the end of a log. The first call begins the log with the caller's signature, which `verify` checks.
create function lock_audit_end(organisation uuid, new_keyed_from bigint, new_signature text)
returns table (last_position bigint, last_hash text) language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform require_own_audit_log(organisation);
  insert into audit_heads (organisation_id, position, hash) values (organisation, 0, '') on conflict do nothing;
  if found then
    insert into audit_starts (organisation_id, position, hash, keyed_from, signature)
    values (organisation, 0, '', new_keyed_from, new_signature) on conflict do nothing;
  end if;
  return query
    select h.position, h.hash from audit_heads h where h.organisation_id = organisation for update;
end
$$;
--> statement-breakpoint
-- The only way to add an entry: it follows the last one, and becomes the log's end.
create function add_audit_entry(
  organisation uuid, new_at timestamptz, new_actor_email text, new_actor_role text, new_action text, new_subject text,
  new_quantity integer, new_position bigint, new_hash text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_own_audit_log(organisation);
  update audit_heads set position = new_position, hash = new_hash
    where organisation_id = organisation and position = new_position - 1;
  if not found then
    raise exception 'An entry of the audit log must follow the last one.';
  end if;
  insert into audit_entries (organisation_id, at, actor_email, actor_role, action, subject, quantity, position, hash)
  values (organisation, new_at, new_actor_email, new_actor_role, new_action, new_subject, new_quantity, new_position,
    new_hash);
end
$$;
--> statement-breakpoint
-- For `restore`, before the end of each log is restored. What somebody had inserted into a log comes back as it was.
create function restore_audit_entries(entries json) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  outside boolean;
begin
  if exists (
    select from json_populate_recordset(null::audit_entries, entries) e
    join audit_heads h on h.organisation_id = e.organisation_id
  ) then
    raise exception 'Entries are restored only into an audit log that has not begun.';
  end if;
  select coalesce(bool_or(e.position is null or e.position < 1), false) into outside
    from json_populate_recordset(null::audit_entries, entries) e;
  if outside then
    alter table audit_entries drop constraint audit_entries_position;
  end if;
  insert into audit_entries overriding system value
    select * from json_populate_recordset(null::audit_entries, entries);
  if outside then
    alter table audit_entries add constraint audit_entries_position check (position is not null and position > 0) not valid;
  end if;
end
$$;
--> statement-breakpoint
revoke execute on function lock_audit_end, add_audit_entry, restore_audit_entries from public;
--> statement-breakpoint
grant execute on function lock_audit_end, add_audit_entry to doorstep_app;
--> statement-breakpoint
revoke insert on audit_entries, audit_starts from doorstep_app;
--> statement-breakpoint
revoke insert, update on audit_heads from doorstep_app;
--> statement-breakpoint
-- The serving login too (see db/roles.ts, which repeats it for new logins). Where it owns the tables, nothing can be
-- taken from it.
do $$
declare
  one record;
begin
  for one in
    select distinct grantee from information_schema.role_table_grants
    where table_schema = 'public' and table_name = 'audit_entries'
      and grantee <> current_user and grantee not in ('PUBLIC', 'doorstep_app')
  loop
    execute format('revoke insert on audit_entries from %I', one.grantee);
    execute format('revoke update, delete, truncate on audit_heads from %I', one.grantee);
    execute format(
      'grant execute on function lock_audit_end, add_audit_entry, restore_audit_entries to %I', one.grantee);
  end loop;
end
$$;
