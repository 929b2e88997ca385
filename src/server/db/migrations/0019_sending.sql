CREATE TABLE "sending_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"notify_key" text NOT NULL,
	"key_ending" text NOT NULL,
	"sms_template_id" text NOT NULL,
	"sms_sender_id" text,
	"callback_token_hash" text,
	"callback_token_ending" text,
	"messages_a_minute" integer,
	"texts_a_day" integer,
	"letters_a_day" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sending_settings_callback_token_hash_unique" UNIQUE("callback_token_hash")
);
--> statement-breakpoint
ALTER TABLE "sending_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sending_settings" ADD CONSTRAINT "sending_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sending_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);