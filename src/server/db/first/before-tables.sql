-- The role that answers people's requests, under row-level security. Roles belong to the whole cluster, so another
-- server may be creating it at this moment: losing that race is not an error.
do $$
begin
  if not exists (select from pg_roles where rolname = 'doorstep_app') then
    begin
      create role doorstep_app nologin;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role(current_user, 'doorstep_app', 'member') then
    execute format('grant doorstep_app to %I', current_user);
  end if;
end
$$;
--> statement-breakpoint
grant usage on schema public to doorstep_app;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to doorstep_app;
--> statement-breakpoint
alter default privileges in schema public grant usage, select on sequences to doorstep_app;
