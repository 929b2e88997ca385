CREATE TABLE "filter_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "filter_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "filter_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organisation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"reply" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organisation_id_person_id_key_pk" PRIMARY KEY("organisation_id","person_id","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD CONSTRAINT "filter_templates_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD CONSTRAINT "filter_templates_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "filter_templates_name" ON "filter_templates" USING btree ("organisation_id","owner_id",lower("name"));--> statement-breakpoint
CREATE INDEX "filter_templates_owner" ON "filter_templates" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "filter_templates" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);