ALTER TABLE "campaigns" ADD COLUMN "hold_out_percentage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "hold_out_seed" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "held_out_households" "bytea";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "held_out_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "hold_out_released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "held_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "is_compared" boolean DEFAULT true NOT NULL;