ALTER TABLE "organisations" ADD COLUMN "client_secret_ends" date;--> statement-breakpoint
ALTER TABLE "provider_identity" ADD COLUMN "client_secret_ends" date;