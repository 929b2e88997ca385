CREATE TABLE "letter_templates" (
	"key" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"benefit_name" text NOT NULL,
	"file_name" text NOT NULL,
	"given_name" text NOT NULL,
	"digest" text NOT NULL,
	"placeholders" jsonb NOT NULL,
	"has_pdf" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_templates_upload_id_unique" UNIQUE("upload_id"),
	CONSTRAINT "letter_templates_name" UNIQUE("organisation_id","benefit_name","file_name")
);
--> statement-breakpoint
ALTER TABLE "letter_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "print_packs" (
	"campaign_id" integer PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"next_position" integer NOT NULL,
	"letters" integer DEFAULT 0 NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "print_packs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD CONSTRAINT "letter_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_packs" ADD CONSTRAINT "print_packs_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_packs" ADD CONSTRAINT "print_packs_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "letter_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "print_packs" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);