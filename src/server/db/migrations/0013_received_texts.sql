CREATE TABLE "received_texts" (
	"organisation_id" uuid NOT NULL,
	"notify_id" uuid NOT NULL,
	"number" text NOT NULL,
	"message" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"is_stop" boolean NOT NULL,
	"household_references" text[] NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	CONSTRAINT "received_texts_organisation_id_notify_id_pk" PRIMARY KEY("organisation_id","notify_id")
);
--> statement-breakpoint
ALTER TABLE "received_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sending_allowance" ADD COLUMN "texts_from" text;--> statement-breakpoint
ALTER TABLE "sending_allowance" ADD COLUMN "texts_from_version" text;--> statement-breakpoint
ALTER TABLE "received_texts" ADD CONSTRAINT "received_texts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "received_texts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
create or replace function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'do_not_contact_marks', 'filter_links', 'filter_templates',
    'help_requests', 'household_looks', 'imports', 'received_texts', 'recipients', 'simulated_messages',
    'visit_outcomes', 'visit_rounds'
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
