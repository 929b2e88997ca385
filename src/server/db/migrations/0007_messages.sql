CREATE TABLE "sending_allowance" (
	"provider" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"texts" integer NOT NULL,
	"letters" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"phone_number" text,
	"body" text NOT NULL,
	"pages" integer,
	"status" text NOT NULL,
	"becomes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "judged_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "simulated_messages_reference" ON "simulated_messages" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "simulated_messages_under_way" ON "simulated_messages" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "recipients_unresolved" ON "recipients" USING btree ("campaign_id","next_attempt_at") WHERE "recipients"."state" = 'sending' and "recipients"."sent_at" is null;