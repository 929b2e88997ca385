CREATE TABLE "parked_drafts" (
	"organisation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"id" uuid NOT NULL,
	"draft" jsonb NOT NULL,
	"parked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parked_drafts_organisation_id_person_id_role_id_pk" PRIMARY KEY("organisation_id","person_id","role","id")
);
--> statement-breakpoint
ALTER TABLE "parked_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calculator_jobs" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "parked_drafts" ADD CONSTRAINT "parked_drafts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parked_drafts" ADD CONSTRAINT "parked_drafts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parked_drafts_of_person" ON "parked_drafts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "parked_drafts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);