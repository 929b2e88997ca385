ALTER TABLE "organisations" ADD COLUMN "sends_iss" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_identity" ADD COLUMN "sends_iss" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Those under way were begun without it, and take half an hour at most.
DELETE FROM "sign_in_attempts";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "redirect_uri" text NOT NULL;
