ALTER TABLE "campaigns" ADD COLUMN "translation_language" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "translation_message" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "translation_letter_key" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "translated_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_settings" ADD COLUMN "in_both_languages" boolean DEFAULT false NOT NULL;