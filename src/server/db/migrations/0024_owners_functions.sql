-- What runs as the owner looks into a caller's own temporary tables last: a table of the same name with a trigger would
-- run the caller's code as the owner.
alter function count_contact_changes() set search_path = public, pg_temp;
--> statement-breakpoint
-- Nobody but the serving login calls it, and no other login of the same PostgreSQL makes a trigger of the other.
revoke execute on function count_contact_changes, gather_statistics from public;
--> statement-breakpoint
do $$
declare
  one record;
begin
  for one in
    select distinct grantee from information_schema.role_table_grants
    where table_schema = 'public' and table_name = 'audit_entries'
      and grantee <> current_user and grantee not in ('PUBLIC', 'doorstep_app')
  loop
    execute format('grant execute on function gather_statistics to %I', one.grantee);
  end loop;
end
$$;
