ALTER TABLE "people" ADD COLUMN "role_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "role_by" uuid;
--> statement-breakpoint
-- Nobody waits again because of the update: an account's role counts from its beginning, by nobody's hand.
update people set role_since = created_at;
