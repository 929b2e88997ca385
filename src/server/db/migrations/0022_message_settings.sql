CREATE TABLE "message_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"languages" text[] NOT NULL,
	"phone" text,
	"return_address" text,
	"privacy_notice" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sms_templates" ADD COLUMN "benefit_name" text;--> statement-breakpoint
ALTER TABLE "sms_templates" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "message_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
UPDATE "sms_templates" SET
	"benefit_name" = split_part("name", ' (', 1),
	"language" = CASE WHEN "name" LIKE '%(Cymraeg)' THEN 'cy' ELSE 'en' END
WHERE "name" ~ '^(pension_credit|attendance_allowance|healthy_start|free_school_meals) \((English|Cymraeg)\)$';
