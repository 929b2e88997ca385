CREATE TABLE "access_rules" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"roles" jsonb NOT NULL,
	"purposes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "household_looks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "household_looks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"household_reference" text NOT NULL,
	"actor_email" text NOT NULL,
	"actor_role" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "household_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_looks" ADD CONSTRAINT "household_looks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "household_looks_of_household" ON "household_looks" USING btree ("organisation_id","household_reference");--> statement-breakpoint
CREATE INDEX "household_looks_age" ON "household_looks" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "access_rules" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "household_looks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);