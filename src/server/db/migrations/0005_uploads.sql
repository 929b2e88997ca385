CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"day" date NOT NULL,
	"bytes" bigint NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_of_day" ON "uploads" USING btree ("organisation_id","day");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "uploads" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
revoke update, delete on uploads from doorstep_app;
