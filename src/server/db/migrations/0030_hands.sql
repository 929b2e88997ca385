ALTER TABLE "people" ADD COLUMN "account_by" uuid;--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD COLUMN "written_by" uuid;