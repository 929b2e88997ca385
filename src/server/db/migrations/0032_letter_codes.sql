CREATE TABLE "letter_looks" (
	"campaign_id" integer PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"looks" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letter_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "letter_code_hash" text;--> statement-breakpoint
ALTER TABLE "letter_looks" ADD CONSTRAINT "letter_looks_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_looks" ADD CONSTRAINT "letter_looks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipients_letter_code" ON "recipients" USING btree ("letter_code_hash") WHERE "recipients"."letter_code_hash" is not null;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "letter_looks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);