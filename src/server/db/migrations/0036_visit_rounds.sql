CREATE TABLE "visit_outcomes" (
	"organisation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"outcome" text NOT NULL,
	"note" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_outcomes_organisation_id_id_pk" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "visit_outcomes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_rounds" (
	"organisation_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"household_references" text[] NOT NULL,
	"outcome_key" text NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_rounds_organisation_id_id_pk" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "visit_rounds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"name_roles" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit_outcomes" ADD CONSTRAINT "visit_outcomes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_outcomes" ADD CONSTRAINT "visit_outcomes_round" FOREIGN KEY ("organisation_id","round_id") REFERENCES "public"."visit_rounds"("organisation_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_rounds" ADD CONSTRAINT "visit_rounds_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_rounds" ADD CONSTRAINT "visit_rounds_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_settings" ADD CONSTRAINT "visit_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_outcomes_of_round" ON "visit_outcomes" USING btree ("organisation_id","round_id");--> statement-breakpoint
CREATE INDEX "visit_outcomes_of_household" ON "visit_outcomes" USING btree ("organisation_id","household_reference");--> statement-breakpoint
CREATE INDEX "visit_rounds_age" ON "visit_rounds" USING btree ("organisation_id","loaded_at");--> statement-breakpoint
CREATE INDEX "visit_rounds_person" ON "visit_rounds" USING btree ("person_id");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_outcomes" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_rounds" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);