CREATE TABLE "records_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "records_key_one_row" CHECK ("records_key"."is_only")
);
--> statement-breakpoint
revoke all on records_key from doorstep_app;
