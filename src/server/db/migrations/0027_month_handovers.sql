CREATE TABLE "month_handovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"month" date NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"has_contacts" boolean NOT NULL,
	"has_wards" boolean NOT NULL,
	"doing" text,
	"fraction" real DEFAULT 0 NOT NULL,
	"failure" text,
	"outcome" jsonb,
	"begun_by" uuid,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "month_handovers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "month_handovers" ADD CONSTRAINT "month_handovers_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_handovers" ADD CONSTRAINT "month_handovers_begun_by_people_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "month_handovers_open" ON "month_handovers" USING btree ("organisation_id") WHERE state in ('uploading', 'checking', 'ready', 'publishing');--> statement-breakpoint
CREATE INDEX "month_handovers_of_organisation" ON "month_handovers" USING btree ("organisation_id","begun_at");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "month_handovers" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);