CREATE TABLE "erasure_keys" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasure_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "erasures" (
	"organisation_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"erased_by" text NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasures_organisation_id_digest_pk" PRIMARY KEY("organisation_id","digest")
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "erasure_keys" ADD CONSTRAINT "erasure_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "erasure_keys" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "erasures" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);