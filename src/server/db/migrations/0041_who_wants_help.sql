ALTER TABLE "recipients" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "helped_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "recipients_wants_help" ON "recipients" USING btree ("organisation_id") WHERE "recipients"."reply" = 'wants_help';