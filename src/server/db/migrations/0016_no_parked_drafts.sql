DROP POLICY "own_rows_only" ON "parked_drafts" CASCADE;--> statement-breakpoint
DROP TABLE "parked_drafts" CASCADE;