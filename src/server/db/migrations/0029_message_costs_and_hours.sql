ALTER TABLE "recipients" ADD COLUMN "units" integer;--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "send_from" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "send_until" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "send_on_sundays" boolean DEFAULT false NOT NULL;