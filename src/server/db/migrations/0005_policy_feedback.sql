CREATE TABLE "policy_feedback" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful" boolean NOT NULL,
	"notes" text[] NOT NULL,
	"by_model" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "policy_feedback" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "policy_feedback" ADD CONSTRAINT "policy_feedback_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "policy_feedback" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);