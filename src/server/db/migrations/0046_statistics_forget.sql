-- The planner's statistics keep values of rows that are gone, names and references among them, until a table is next
-- analysed, and those of an empty table for ever. Only a table's owner may change that, so that the login that serves
-- asks this function. Of an empty table statistics go when a column's type is set again, which waits for nobody long:
-- what it could not have now it gets the next time.
create function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'do_not_contact_marks', 'filter_links', 'filter_templates',
    'household_looks', 'month_handovers', 'recipients', 'simulated_messages', 'visit_outcomes', 'visit_rounds'
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
