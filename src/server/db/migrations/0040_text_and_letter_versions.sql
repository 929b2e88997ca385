CREATE TABLE "sms_template_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"template" text NOT NULL,
	"benefit_name" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'in_use' NOT NULL,
	"written_by_id" uuid,
	"written_by" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "sms_template_versions_name" UNIQUE("organisation_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "sms_template_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "state" text DEFAULT 'in_use' NOT NULL;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "written_by_id" uuid;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "written_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_template_versions" ADD CONSTRAINT "sms_template_versions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_template_versions" ADD CONSTRAINT "sms_template_versions_written_by_id_people_id_fk" FOREIGN KEY ("written_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD CONSTRAINT "letter_templates_written_by_id_people_id_fk" FOREIGN KEY ("written_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sms_template_versions" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
INSERT INTO "sms_template_versions" ("organisation_id", "name", "version", "template", "benefit_name", "language", "created_at")
SELECT "organisation_id", "name", 1, "template", "benefit_name", "language", "created_at" FROM "sms_templates" ORDER BY "id";
