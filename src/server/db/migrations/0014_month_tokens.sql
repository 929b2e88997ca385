CREATE TABLE "month_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"publishes_by_itself" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "month_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "month_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "month_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "month_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "month_settings" ADD CONSTRAINT "month_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_tokens" ADD CONSTRAINT "month_tokens_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_tokens" ADD CONSTRAINT "month_tokens_made_by_people_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "month_tokens_of_organisation" ON "month_tokens" USING btree ("organisation_id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_token_id_month_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."month_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "month_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "month_tokens" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
revoke delete on month_settings from doorstep_app;--> statement-breakpoint
revoke update on month_tokens from doorstep_app;
