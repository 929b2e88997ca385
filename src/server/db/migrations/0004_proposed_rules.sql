ALTER TABLE "need_to_know_rules" ADD COLUMN "proposed" jsonb;--> statement-breakpoint
ALTER TABLE "need_to_know_rules" ADD COLUMN "proposed_by_id" uuid;--> statement-breakpoint
ALTER TABLE "need_to_know_rules" ADD COLUMN "proposed_by" text;