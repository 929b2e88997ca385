ALTER TABLE "campaigns" ADD COLUMN "translation_sms_template_id" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "handing_over_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "cancelled_as" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "review_comment" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "redrafted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "late_receipt" text;--> statement-breakpoint
ALTER TABLE "notify_accounts" ADD COLUMN "email_template_id" text;--> statement-breakpoint
update campaigns set handing_over_since = run_at where run_at is not null and exists (
  select from recipients where recipients.campaign_id = campaigns.id and (recipients.attempts > 0 or recipients.sent_at is not null));
