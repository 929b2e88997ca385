ALTER TABLE "organisations" ADD COLUMN "strengths" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_identity" ADD COLUMN "strengths" text[] DEFAULT '{}' NOT NULL;