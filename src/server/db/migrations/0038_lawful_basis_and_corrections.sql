CREATE TABLE "contact_corrections" (
	"organisation_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"corrected" jsonb NOT NULL,
	"imported" jsonb,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_corrections_organisation_id_household_reference_pk" PRIMARY KEY("organisation_id","household_reference")
);
--> statement-breakpoint
ALTER TABLE "contact_corrections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lawful_basis_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"default_basis" text,
	"is_required" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lawful_basis_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "lawful_basis" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "waterfall" jsonb;--> statement-breakpoint
ALTER TABLE "contact_corrections" ADD CONSTRAINT "contact_corrections_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lawful_basis_settings" ADD CONSTRAINT "lawful_basis_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contact_corrections" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "lawful_basis_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);