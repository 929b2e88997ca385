CREATE TABLE "help_requests" (
	"organisation_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"owner" text,
	"call_back_on" date,
	"done_at" timestamp with time zone,
	CONSTRAINT "help_requests_organisation_id_household_reference_pk" PRIMARY KEY("organisation_id","household_reference")
);
--> statement-breakpoint
ALTER TABLE "help_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "recipients_wants_help";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "help_requests" ADD CONSTRAINT "help_requests_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "help_requests" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
-- As one would type it: without accents, capitals and punctuation. Words that people search for are folded by it too.
create function fold_for_search(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    case when octet_length(written) = length(written) then lower(written) else
      replace(replace(replace(replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g')),
        'øłđðıħØŁĐÐĦ', 'olddiholddh'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
    end,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u02ff\u2000-\u206f\u3000-\u303f]+', ' ', 'g')
$$;
--> statement-breakpoint
create function write_search_text() returns trigger language plpgsql set search_path = public as $$
begin
  new.search_text := fold_for_search(concat_ws(' ', '', new.title, new.first_name, new.last_name, new.postcode,
    right(regexp_replace(new.mobile, '\D', '', 'g'), 10), new.household_reference, ''))
    || '|' || fold_for_search(concat_ws(' ', '', new.address_line_1, new.address_line_2, new.town, ''));
  return new;
end
$$;
--> statement-breakpoint
create trigger contacts_search_text before insert or update on contacts
  for each row execute function write_search_text();
--> statement-breakpoint
update contacts set search_text = '';
--> statement-breakpoint
-- Until now who wanted help stood with the latest message. A restored backup of then is moved too.
create function move_help_requests() returns void language sql set search_path = public as $$
  insert into help_requests (organisation_id, household_reference, asked_at, done_at)
  select distinct on (organisation_id, household_reference)
    organisation_id, household_reference, coalesce(replied_at, sent_at), helped_at
  from recipients where reply = 'wants_help' and sent_at is not null
  order by organisation_id, household_reference, sent_at desc;
  update recipients set helped_at = null where helped_at is not null;
$$;
--> statement-breakpoint
select move_help_requests();
--> statement-breakpoint
create or replace function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'do_not_contact_marks', 'filter_links', 'filter_templates',
    'help_requests', 'household_looks', 'imports', 'recipients', 'simulated_messages', 'visit_outcomes', 'visit_rounds'
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
