CREATE TABLE "never_drawn_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"filters" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "never_drawn_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "never_drawn_households" "bytea";--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "never_drawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "never_drawn_settings" ADD CONSTRAINT "never_drawn_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "never_drawn_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
revoke delete on never_drawn_settings from doorstep_app;
