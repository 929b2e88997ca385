ALTER TABLE "visit_rounds" ADD COLUMN "ends_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_rounds" ADD COLUMN "new_names" integer;--> statement-breakpoint
ALTER TABLE "visit_settings" ADD COLUMN "names_a_day" integer DEFAULT 60 NOT NULL;