ALTER TABLE "campaigns" ADD COLUMN "without_mobile" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "link_id" uuid;