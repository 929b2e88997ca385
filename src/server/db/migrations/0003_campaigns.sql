CREATE TABLE "campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"benefit_name" text NOT NULL,
	"channel" text NOT NULL,
	"snapshot" date NOT NULL,
	"snapshot_version" text NOT NULL,
	"status" text DEFAULT 'Awaiting approval' NOT NULL,
	"stagger" integer NOT NULL,
	"filters" jsonb NOT NULL,
	"sms_template_id" integer,
	"message" text,
	"letter_template_key" text,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen_households" "bytea",
	"frozen_count" integer NOT NULL,
	"recipients_hash" text NOT NULL,
	"prepared_count" integer DEFAULT 0 NOT NULL,
	"number_of_recipients" integer NOT NULL,
	"prepared_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"run_at" timestamp with time zone,
	"removed_count" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp with time zone,
	"problem" text,
	"completed_at" timestamp with time zone,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recipients" (
	"campaign_id" integer NOT NULL,
	"household_reference" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"destination" text,
	"personalisation" jsonb,
	"contact_digest" text,
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipients_campaign_id_household_reference_pk" PRIMARY KEY("campaign_id","household_reference"),
	CONSTRAINT "recipients_reference" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"template" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sms_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_created_by_id_people_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_templates" ADD CONSTRAINT "sms_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_of_organisation" ON "campaigns" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "recipients_by_state" ON "recipients" USING btree ("campaign_id","state","position");--> statement-breakpoint
CREATE INDEX "recipients_contacted" ON "recipients" USING btree ("organisation_id","sent_at") WHERE "recipients"."sent_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_templates_name" ON "sms_templates" USING btree ("organisation_id","name");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "campaigns" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contact_changes" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "recipients" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sms_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
-- Counts every change of an organisation's contacts, whoever makes it: what servers keep in memory of who can be
-- reached is known by that count. The application role may not write the count itself.
create function count_contact_changes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into contact_changes (organisation_id, version)
  select distinct organisation_id, 1 from changed
  on conflict (organisation_id) do update set version = contact_changes.version + 1;
  return null;
exception when foreign_key_violation then
  -- The organisation itself is going, and its contacts with it.
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
revoke insert, update, delete on contact_changes from doorstep_app;
--> statement-breakpoint
-- Organisations that had contacts before there was a count.
insert into contact_changes (organisation_id, version) select distinct organisation_id, 1 from contacts;
