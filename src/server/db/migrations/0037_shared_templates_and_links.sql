CREATE TABLE "filter_links" (
	"code" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"rows" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "filter_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD COLUMN "shared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "filter_links" ADD CONSTRAINT "filter_links_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filter_links_of_organisation" ON "filter_links" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "filter_links_age" ON "filter_links" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "filter_links" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);