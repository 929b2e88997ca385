-- The application role adds to the audit log and reads it, but never changes it, and only reads its signatures.
revoke update, delete on audit_entries from doorstep_app;
--> statement-breakpoint
revoke delete on audit_heads from doorstep_app;
--> statement-breakpoint
revoke insert, update, delete on audit_seals from doorstep_app;
--> statement-breakpoint
-- Tables of no organisation, which row-level security cannot divide: the system's alone. The simulator's ledger holds
-- the phone numbers of every organisation's demo messages.
revoke all on organisation_choices, provider_identity, sending_allowance, simulated_messages from doorstep_app;
--> statement-breakpoint
revoke insert, update, delete on contact_changes from doorstep_app;
--> statement-breakpoint
-- Counts every change of an organisation's contacts and do-not-contact marks. Servers compare the count with the one
-- they read their list of reachable households at. The application role may not write the count itself.
create function count_contact_changes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into contact_changes (organisation_id, version)
  select distinct organisation_id, 1 from changed
  on conflict (organisation_id) do update set version = contact_changes.version + 1;
  return null;
exception when foreign_key_violation then
  -- The organisation is being deleted, and its contacts with it.
  return null;
end
$$;
--> statement-breakpoint
create trigger contacts_added after insert on contacts referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger contacts_changed after update on contacts referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger contacts_removed after delete on contacts referencing old table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_added after insert on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_changed after update on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_removed after delete on do_not_contact_marks referencing old table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
-- The planner's statistics keep values of deleted rows, names and references among them, until the table is next
-- analysed, and those of an empty table for ever. Only a table's owner may change that, so the serving login calls this
-- function. Setting a column's type again removes the statistics of an empty table. Neither waits long for a lock: a
-- table that is busy now is done the next time.
create function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'do_not_contact_marks', 'filter_links', 'filter_templates',
    'household_looks', 'imports', 'recipients', 'simulated_messages', 'visit_outcomes', 'visit_rounds'
  ] loop
    begin
      execute format('select not exists (select from %I)', one) into is_empty;
      if is_empty then
        for changed in
          select format('alter table %I alter column %I type %s', one, a.attname, format_type(a.atttypid, a.atttypmod))
          from pg_attribute a join pg_stats s on s.schemaname = 'public' and s.tablename = one and s.attname = a.attname
          where a.attrelid = one::regclass and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
        loop
          execute changed;
        end loop;
      else
        execute format('analyze %I', one);
      end if;
    exception when lock_not_available or deadlock_detected then
      null;
    end;
  end loop;
  if to_regclass('pgboss.job') is not null then
    analyze pgboss.job;
  end if;
end
$$;
