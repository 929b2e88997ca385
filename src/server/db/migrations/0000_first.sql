-- The role that answers people's requests, under row-level security. Roles belong to the whole cluster, so another
-- server may be creating it at this moment: losing that race is not an error.
do $$
begin
  if not exists (select from pg_roles where rolname = 'doorstep_app') then
    begin
      create role doorstep_app nologin;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role(current_user, 'doorstep_app', 'member') then
    execute format('grant doorstep_app to %I', current_user);
  end if;
end
$$;
--> statement-breakpoint
grant usage on schema public to doorstep_app;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to doorstep_app;
--> statement-breakpoint
alter default privileges in schema public grant usage, select on sequences to doorstep_app;
--> statement-breakpoint
CREATE TABLE "assistant_feedback" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful" boolean NOT NULL,
	"notes" text[] NOT NULL,
	"by_model" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_feedback" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"quantity" integer,
	"position" bigint,
	"hash" text
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"organisation_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_seals_organisation_id_position_pk" PRIMARY KEY("organisation_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"benefit_name" text NOT NULL,
	"channel" text NOT NULL,
	"snapshot" date NOT NULL,
	"snapshot_version" text NOT NULL,
	"status" text DEFAULT 'Awaiting approval' NOT NULL,
	"stagger" integer NOT NULL,
	"lawful_basis" text,
	"waterfall" jsonb,
	"certified" jsonb,
	"filters" jsonb NOT NULL,
	"without_mobile" boolean DEFAULT false NOT NULL,
	"excluded_by_letter" boolean DEFAULT false NOT NULL,
	"link_id" uuid,
	"sms_template_id" integer,
	"message" text,
	"letter_template_key" text,
	"translation_language" text,
	"translation_message" text,
	"translation_letter_key" text,
	"translated_count" integer DEFAULT 0 NOT NULL,
	"web_alone_count" integer DEFAULT 0 NOT NULL,
	"postage" text,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen_households" "bytea",
	"frozen_count" integer NOT NULL,
	"recipients_hash" text NOT NULL,
	"hold_out_percentage" integer DEFAULT 0 NOT NULL,
	"hold_out_seed" text,
	"held_out_households" "bytea",
	"held_out_count" integer DEFAULT 0 NOT NULL,
	"hold_out_released_at" timestamp with time zone,
	"prepared_count" integer DEFAULT 0 NOT NULL,
	"number_of_recipients" integer NOT NULL,
	"prepared_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"run_at" timestamp with time zone,
	"start_at" timestamp with time zone,
	"removed_count" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp with time zone,
	"problem" text,
	"sent_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"judged_from" timestamp with time zone,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "genuine_letter_looks" (
	"campaign_id" integer PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"looks" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "genuine_letter_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lawful_basis_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"default_basis" text,
	"is_required" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lawful_basis_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"has_samples" boolean DEFAULT false NOT NULL,
	"reading_age" integer,
	"is_web_alone" boolean DEFAULT false NOT NULL,
	"language" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'in_use' NOT NULL,
	"written_by_id" uuid,
	"written_by" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
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
CREATE TABLE "recipients" (
	"campaign_id" integer NOT NULL,
	"household_reference" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"destination" text,
	"personalisation" jsonb,
	"contact_digest" text,
	"units" integer,
	"held_out" boolean DEFAULT false NOT NULL,
	"is_compared" boolean DEFAULT true NOT NULL,
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"reply" text,
	"replied_at" timestamp with time zone,
	"helped_at" timestamp with time zone,
	"letter_code_hash" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipients_campaign_id_household_reference_pk" PRIMARY KEY("campaign_id","household_reference"),
	CONSTRAINT "recipients_reference" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "text_template_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
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
	CONSTRAINT "text_template_versions_name" UNIQUE("organisation_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "text_template_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "text_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"template" text NOT NULL,
	"benefit_name" text,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "text_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_periods" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"campaign_days" integer DEFAULT 90 NOT NULL,
	"export_days" integer DEFAULT 30 NOT NULL,
	"snapshot_months" integer DEFAULT 24 NOT NULL,
	"audit_years" integer DEFAULT 6 NOT NULL,
	"last_night_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "retention_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "basemaps" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"attribution" text NOT NULL,
	"file_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "basemaps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calculator_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"requested_by" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"household_count" integer NOT NULL,
	"result_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "calculator_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "contacts" (
	"organisation_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"address_line_1" text DEFAULT '' NOT NULL,
	"address_line_2" text DEFAULT '' NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"preferred_language" text DEFAULT '' NOT NULL,
	"do_not_contact" boolean DEFAULT false NOT NULL,
	CONSTRAINT "contacts_organisation_id_household_reference_pk" PRIMARY KEY("organisation_id","household_reference")
);
--> statement-breakpoint
ALTER TABLE "contacts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "do_not_contact_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "do_not_contact_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"household_reference" text,
	"number" text,
	"reason" text NOT NULL,
	"marked_by" text NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "do_not_contact_marks_household" UNIQUE("organisation_id","household_reference"),
	CONSTRAINT "do_not_contact_marks_number" UNIQUE("organisation_id","number")
);
--> statement-breakpoint
ALTER TABLE "do_not_contact_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "filter_links" (
	"code" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"rows" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "filter_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "filter_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "filter_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shared_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "filter_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "household_looks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "household_looks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"household_reference" text NOT NULL,
	"actor_email" text NOT NULL,
	"actor_role" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "household_looks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"month" date NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"has_contacts" boolean NOT NULL,
	"has_wards" boolean NOT NULL,
	"doing" text,
	"fraction" real DEFAULT 0 NOT NULL,
	"failure" text,
	"outcome" jsonb,
	"begun_by" uuid,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "need_to_know_rules" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"roles" jsonb NOT NULL,
	"purposes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "need_to_know_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"month" date NOT NULL,
	"file_key" text NOT NULL,
	"household_count" integer NOT NULL,
	"wards" jsonb NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snapshots_file_key_unique" UNIQUE("file_key"),
	CONSTRAINT "snapshots_month" UNIQUE("organisation_id","month")
);
--> statement-breakpoint
ALTER TABLE "snapshots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_budgets" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"postage" text NOT NULL,
	"budget_pence" integer,
	"over_budget" text NOT NULL,
	"free_texts" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"languages" text[] NOT NULL,
	"in_both_languages" boolean DEFAULT false NOT NULL,
	"phone" text,
	"return_address" text,
	"privacy_notice" text,
	"send_from" integer DEFAULT 8 NOT NULL,
	"send_until" integer DEFAULT 20 NOT NULL,
	"send_on_sundays" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notify_accounts" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"notify_key" text NOT NULL,
	"key_ending" text NOT NULL,
	"sms_template_id" text NOT NULL,
	"sms_sender_id" text,
	"service_name" text,
	"callback_token_hash" text,
	"callback_token_ending" text,
	"messages_a_minute" integer,
	"texts_a_day" integer,
	"letters_a_day" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notify_accounts_callback_token_hash_unique" UNIQUE("callback_token_hash")
);
--> statement-breakpoint
ALTER TABLE "notify_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sending_allowance" (
	"provider" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"texts" integer NOT NULL,
	"letters" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"phone_number" text,
	"body" text NOT NULL,
	"pages" integer,
	"postage" text,
	"status" text NOT NULL,
	"becomes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_domains" (
	"domain" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	CONSTRAINT "organisation_domains_domain_organisation_id_pk" PRIMARY KEY("domain","organisation_id")
);
--> statement-breakpoint
ALTER TABLE "organisation_domains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"campaigns_enabled" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"issuer" text,
	"client_id" text,
	"client_secret" text,
	"sends_iss" boolean DEFAULT false NOT NULL,
	"trusts_email_domains" boolean DEFAULT false NOT NULL,
	"strengths" text[] DEFAULT '{}' NOT NULL,
	"map_latitude" double precision,
	"map_longitude" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "organisations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "provider_identity" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"email_domains" text[] NOT NULL,
	"sends_iss" boolean DEFAULT false NOT NULL,
	"trusts_email_domains" boolean DEFAULT false NOT NULL,
	"strengths" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "provider_identity_one_row" CHECK ("provider_identity"."is_only")
);
--> statement-breakpoint
CREATE TABLE "device_keys" (
	"organisation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "device_keys_organisation_id_person_id_pk" PRIMARY KEY("organisation_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "device_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"organisation_id" uuid,
	"role" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"role_from_groups" boolean DEFAULT false NOT NULL,
	"last_signed_in_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_rules" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"groups_claim" text NOT NULL,
	"creates_accounts" boolean NOT NULL,
	"group_roles" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organisation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organisation_id_person_id_key_pk" PRIMARY KEY("organisation_id","person_id","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organisation_choices" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"id_token" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"temporary_organisation_id" uuid,
	"temporary_role" text,
	"issuer" text,
	"id_token" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_outcomes" (
	"organisation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"household_reference" text NOT NULL,
	"outcome" text NOT NULL,
	"note" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_outcomes_organisation_id_id_pk" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "visit_outcomes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_rounds" (
	"organisation_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"household_references" text[] NOT NULL,
	"outcome_key" text NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_rounds_organisation_id_id_pk" PRIMARY KEY("organisation_id","id")
);
--> statement-breakpoint
ALTER TABLE "visit_rounds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"name_roles" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistant_feedback" ADD CONSTRAINT "assistant_feedback_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_created_by_id_people_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genuine_letter_looks" ADD CONSTRAINT "genuine_letter_looks_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genuine_letter_looks" ADD CONSTRAINT "genuine_letter_looks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lawful_basis_settings" ADD CONSTRAINT "lawful_basis_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD CONSTRAINT "letter_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD CONSTRAINT "letter_templates_written_by_id_people_id_fk" FOREIGN KEY ("written_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_packs" ADD CONSTRAINT "print_packs_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_packs" ADD CONSTRAINT "print_packs_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_template_versions" ADD CONSTRAINT "text_template_versions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_template_versions" ADD CONSTRAINT "text_template_versions_written_by_id_people_id_fk" FOREIGN KEY ("written_by_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_templates" ADD CONSTRAINT "text_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_periods" ADD CONSTRAINT "retention_periods_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basemaps" ADD CONSTRAINT "basemaps_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calculator_jobs" ADD CONSTRAINT "calculator_jobs_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calculator_jobs" ADD CONSTRAINT "calculator_jobs_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_corrections" ADD CONSTRAINT "contact_corrections_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "do_not_contact_marks" ADD CONSTRAINT "do_not_contact_marks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_keys" ADD CONSTRAINT "erasure_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_links" ADD CONSTRAINT "filter_links_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD CONSTRAINT "filter_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD CONSTRAINT "filter_templates_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_looks" ADD CONSTRAINT "household_looks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_begun_by_people_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "need_to_know_rules" ADD CONSTRAINT "need_to_know_rules_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_budgets" ADD CONSTRAINT "message_budgets_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_settings" ADD CONSTRAINT "message_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_accounts" ADD CONSTRAINT "notify_accounts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_domains" ADD CONSTRAINT "organisation_domains_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_choices" ADD CONSTRAINT "organisation_choices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_temporary_organisation_id_organisations_id_fk" FOREIGN KEY ("temporary_organisation_id") REFERENCES "public"."organisations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_outcomes" ADD CONSTRAINT "visit_outcomes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_outcomes" ADD CONSTRAINT "visit_outcomes_round" FOREIGN KEY ("organisation_id","round_id") REFERENCES "public"."visit_rounds"("organisation_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_rounds" ADD CONSTRAINT "visit_rounds_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_rounds" ADD CONSTRAINT "visit_rounds_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_settings" ADD CONSTRAINT "visit_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_in_chain" ON "audit_entries" USING btree ("organisation_id","position");--> statement-breakpoint
CREATE INDEX "audit_entries_of_organisation" ON "audit_entries" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "campaigns_of_organisation" ON "campaigns" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "recipients_provider" ON "recipients" USING btree ("provider_id") WHERE "recipients"."provider_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_by_position" ON "recipients" USING btree ("campaign_id","position");--> statement-breakpoint
CREATE INDEX "recipients_by_state" ON "recipients" USING btree ("campaign_id","state","position");--> statement-breakpoint
CREATE INDEX "recipients_unresolved" ON "recipients" USING btree ("campaign_id","next_attempt_at") WHERE "recipients"."state" = 'sending' and "recipients"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "recipients_letter_code" ON "recipients" USING btree ("letter_code_hash") WHERE "recipients"."letter_code_hash" is not null;--> statement-breakpoint
CREATE INDEX "recipients_wants_help" ON "recipients" USING btree ("organisation_id") WHERE "recipients"."reply" = 'wants_help';--> statement-breakpoint
CREATE INDEX "recipients_of_household" ON "recipients" USING btree ("organisation_id","household_reference");--> statement-breakpoint
CREATE INDEX "recipients_not_reached" ON "recipients" USING btree ("organisation_id","updated_at") WHERE "recipients"."sent_at" is not null and "recipients"."state" not in ('sending', 'delivered');--> statement-breakpoint
CREATE INDEX "recipients_contacted" ON "recipients" USING btree ("organisation_id","sent_at") WHERE "recipients"."sent_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "text_templates_name" ON "text_templates" USING btree ("organisation_id","name");--> statement-breakpoint
CREATE INDEX "calculator_jobs_of_organisation" ON "calculator_jobs" USING btree ("organisation_id","created_at");--> statement-breakpoint
CREATE INDEX "filter_links_of_organisation" ON "filter_links" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "filter_links_age" ON "filter_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "filter_templates_name" ON "filter_templates" USING btree ("organisation_id","owner_id",lower("name"));--> statement-breakpoint
CREATE INDEX "filter_templates_owner" ON "filter_templates" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "household_looks_of_household" ON "household_looks" USING btree ("organisation_id","household_reference");--> statement-breakpoint
CREATE INDEX "household_looks_age" ON "household_looks" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_open" ON "imports" USING btree ("organisation_id") WHERE state in ('uploading', 'checking', 'ready', 'publishing');--> statement-breakpoint
CREATE INDEX "imports_of_organisation" ON "imports" USING btree ("organisation_id","begun_at");--> statement-breakpoint
CREATE INDEX "simulated_messages_reference" ON "simulated_messages" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "simulated_messages_under_way" ON "simulated_messages" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "organisation_domains_organisation" ON "organisation_domains" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "device_keys_person" ON "device_keys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_email_in_organisation" ON "people" USING btree (lower("email"),"organisation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_email_of_staff" ON "people" USING btree (lower("email")) WHERE "people"."organisation_id" is null;--> statement-breakpoint
CREATE INDEX "people_organisation" ON "people" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "organisation_choices_person" ON "organisation_choices" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_organisation" ON "sessions" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_organisation" ON "sign_in_attempts" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "visit_outcomes_of_round" ON "visit_outcomes" USING btree ("organisation_id","round_id");--> statement-breakpoint
CREATE INDEX "visit_outcomes_of_household" ON "visit_outcomes" USING btree ("organisation_id","household_reference");--> statement-breakpoint
CREATE INDEX "visit_rounds_age" ON "visit_rounds" USING btree ("organisation_id","loaded_at");--> statement-breakpoint
CREATE INDEX "visit_rounds_person" ON "visit_rounds" USING btree ("person_id");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "assistant_feedback" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_entries" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_heads" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "audit_seals" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "campaigns" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "genuine_letter_looks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "lawful_basis_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "letter_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "print_packs" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "recipients" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "text_template_versions" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "text_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "retention_periods" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "basemaps" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "calculator_jobs" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contact_changes" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contact_corrections" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "contacts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "do_not_contact_marks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "erasure_keys" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "erasures" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "filter_links" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "filter_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "household_looks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "imports" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "need_to_know_rules" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "snapshots" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "message_budgets" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "message_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "notify_accounts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "organisation_domains" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_organisation_only" ON "organisations" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "device_keys" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "people" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sign_in_rules" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sessions" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "sign_in_attempts" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_outcomes" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_rounds" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "visit_settings" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);
--> statement-breakpoint
-- The application role adds to the audit log and reads it, but never changes it, and only reads its signatures.
revoke update, delete on audit_entries from doorstep_app;
--> statement-breakpoint
revoke delete on audit_heads from doorstep_app;
--> statement-breakpoint
revoke insert, update, delete on audit_seals from doorstep_app;
--> statement-breakpoint
-- Tables of no organisation, which row-level security cannot divide: the system's alone. The simulator's ledger holds
-- the phone numbers of every organisation's demo messages.
revoke all on organisation_choices, provider_identity, sending_allowance, simulated_messages from doorstep_app;
--> statement-breakpoint
revoke insert, update, delete on contact_changes from doorstep_app;
--> statement-breakpoint
-- Counts every change of an organisation's contacts and do-not-contact marks. Servers compare the count with the one
-- they read their list of reachable households at. The application role may not write the count itself.
create function count_contact_changes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into contact_changes (organisation_id, version)
  select distinct organisation_id, 1 from changed
  on conflict (organisation_id) do update set version = contact_changes.version + 1;
  return null;
exception when foreign_key_violation then
  -- The organisation is being deleted, and its contacts with it.
  return null;
end
$$;
--> statement-breakpoint
create trigger contacts_added after insert on contacts referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger contacts_changed after update on contacts referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger contacts_removed after delete on contacts referencing old table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_added after insert on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_changed after update on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_removed after delete on do_not_contact_marks referencing old table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
-- The planner's statistics keep values of deleted rows, names and references among them, until the table is next
-- analysed, and those of an empty table for ever. Only a table's owner may change that, so the serving login calls this
-- function. Setting a column's type again removes the statistics of an empty table. Neither waits long for a lock: a
-- table that is busy now is done the next time.
create function gather_statistics() returns void language plpgsql security definer
  set search_path = public, pg_temp set default_statistics_target = 10 set lock_timeout = '2s' as $$
declare
  one text;
  is_empty boolean;
  changed text;
begin
  foreach one in array array[
    'campaigns', 'contact_corrections', 'contacts', 'do_not_contact_marks', 'filter_links', 'filter_templates',
    'household_looks', 'imports', 'recipients', 'simulated_messages', 'visit_outcomes', 'visit_rounds'
  ] loop
    begin
      execute format('select not exists (select from %I)', one) into is_empty;
      if is_empty then
        for changed in
          select format('alter table %I alter column %I type %s', one, a.attname, format_type(a.atttypid, a.atttypmod))
          from pg_attribute a join pg_stats s on s.schemaname = 'public' and s.tablename = one and s.attname = a.attname
          where a.attrelid = one::regclass and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
        loop
          execute changed;
        end loop;
      else
        execute format('analyze %I', one);
      end if;
    exception when lock_not_available or deadlock_detected then
      null;
    end;
  end loop;
  if to_regclass('pgboss.job') is not null then
    analyze pgboss.job;
  end if;
end
$$;
