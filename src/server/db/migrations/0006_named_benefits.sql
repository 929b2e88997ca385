ALTER TABLE "campaigns" ADD COLUMN "other_benefits" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "letter_templates" ADD COLUMN "named_benefits" text[] DEFAULT '{}' NOT NULL;