CREATE TABLE "contacts_before" (
	"organisation_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"title" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"address_line_1" text NOT NULL,
	"address_line_2" text NOT NULL,
	"town" text NOT NULL,
	"postcode" text NOT NULL,
	"mobile" text NOT NULL,
	"preferred_language" text NOT NULL,
	"do_not_contact" boolean NOT NULL,
	"corrected" jsonb,
	"corrected_by" text,
	"corrected_at" timestamp with time zone,
	CONSTRAINT "contacts_before_organisation_id_household_reference_pk" PRIMARY KEY("organisation_id","household_reference")
);
--> statement-breakpoint
ALTER TABLE "contacts_before" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "snapshots" DROP CONSTRAINT "snapshots_month";--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "replaced_contacts" boolean;--> statement-breakpoint
ALTER TABLE "contacts_before" ADD CONSTRAINT "contacts_before_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "snapshots_month" ON "snapshots" USING btree ("organisation_id","month") WHERE replaced_at is null;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contacts_before" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
revoke insert on contacts_before from doorstep_app;
--> statement-breakpoint
create or replace function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'contacts_before', 'do_not_contact_marks', 'filter_links',
    'filter_templates', 'help_requests', 'household_looks', 'imports', 'received_texts', 'recipients',
    'simulated_messages', 'visit_outcomes', 'visit_rounds'
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
