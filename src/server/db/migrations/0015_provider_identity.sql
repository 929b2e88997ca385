CREATE TABLE "provider_identity" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"email_domains" text[] NOT NULL,
	"trusts_email_domains" boolean DEFAULT false NOT NULL,
	CONSTRAINT "provider_identity_one_row" CHECK ("provider_identity"."is_only")
);
--> statement-breakpoint
CREATE TABLE "organisation_choices" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"id_token" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ALTER COLUMN "organisation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "trusts_email_domains" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "organisation_choices" ADD CONSTRAINT "organisation_choices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisation_choices_person" ON "organisation_choices" USING btree ("person_id");--> statement-breakpoint
-- What belongs to no organisation is the system's alone.
REVOKE ALL ON "provider_identity", "organisation_choices" FROM doorstep_app;--> statement-breakpoint
-- The demo's accounts were not marked until now. The provider's one is the demo's only where the demo is.
UPDATE "people" SET "is_demo" = true
WHERE (lower("email") IN ('admin@northmere.example', 'viewer@northmere.example', 'admin@glanmor.example')
    AND EXISTS (SELECT FROM "organisations" o WHERE o."id" = "organisation_id" AND o."is_demo"))
  OR (lower("email") = 'super@doorstep.example' AND "organisation_id" IS NULL
    AND EXISTS (SELECT FROM "organisations" o WHERE o."is_demo"));
