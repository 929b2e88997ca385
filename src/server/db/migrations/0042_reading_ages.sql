ALTER TABLE "campaigns" ADD COLUMN "web_alone_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "reading_age" integer;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "is_web_alone" boolean DEFAULT false NOT NULL;