ALTER TABLE "campaigns" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
UPDATE "campaigns" SET "sent_at" = "completed_at";