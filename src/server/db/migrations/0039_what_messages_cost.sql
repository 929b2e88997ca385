CREATE TABLE "message_budgets" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"postage" text NOT NULL,
	"budget_pence" integer,
	"over_budget" text NOT NULL,
	"free_texts" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "postage" text;--> statement-breakpoint
ALTER TABLE "simulated_messages" ADD COLUMN "postage" text;--> statement-breakpoint
ALTER TABLE "message_budgets" ADD CONSTRAINT "message_budgets_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "message_budgets" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);