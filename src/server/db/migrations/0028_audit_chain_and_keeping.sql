CREATE TABLE "audit_heads" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"organisation_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_seals_organisation_id_position_pk" PRIMARY KEY("organisation_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "keeping_periods" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"campaign_days" integer DEFAULT 90 NOT NULL,
	"export_days" integer DEFAULT 30 NOT NULL,
	"snapshot_months" integer DEFAULT 24 NOT NULL,
	"audit_years" integer DEFAULT 6 NOT NULL,
	"last_night_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "keeping_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeping_periods" ADD CONSTRAINT "keeping_periods_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_in_chain" ON "audit_entries" USING btree ("organisation_id","position");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_heads" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_seals" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "keeping_periods" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
-- What was there before is chained as modules/audit chains, without a key: the next entry, which has one, stands on it.
do $$
declare
  one record;
  org uuid;
  place bigint;
  before text;
begin
  for one in select * from audit_entries order by organisation_id, id loop
    if org is distinct from one.organisation_id then
      org := one.organisation_id;
      place := 0;
      before := '';
    end if;
    place := place + 1;
    before := 'none:' || encode(sha256(convert_to(jsonb_build_array(
      before, org, place, to_char(one.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      one.actor_email, one.actor_role, one.action, one.subject, one.quantity)::text, 'UTF8')), 'hex');
    update audit_entries set position = place, hash = before where id = one.id;
    insert into audit_heads (organisation_id, position, hash) values (org, place, before)
      on conflict (organisation_id) do update set position = place, hash = before;
  end loop;
end
$$;
--> statement-breakpoint
-- Signatures stay: the role that answers requests reads them alone.
revoke insert, update, delete on audit_seals from doorstep_app;
--> statement-breakpoint
revoke delete on audit_heads from doorstep_app;
