ALTER TABLE "visit_outcomes" ADD COLUMN "call_again_on" date;--> statement-breakpoint
ALTER TABLE "visit_settings" ADD COLUMN "may_open_maps" boolean DEFAULT false NOT NULL;