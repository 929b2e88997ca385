CREATE TABLE "filter_mentions" (
	"organisation_id" uuid NOT NULL,
	"bucket" smallint NOT NULL,
	"digests" bigint[] NOT NULL,
	"template_id" integer,
	"link_code" text
);
--> statement-breakpoint
ALTER TABLE "filter_mentions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "filter_links" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "filter_links" ADD COLUMN "opened_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "filter_links" ADD COLUMN "is_indexed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "filter_templates" ADD COLUMN "is_indexed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "filter_mentions" ADD CONSTRAINT "filter_mentions_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_mentions" ADD CONSTRAINT "filter_mentions_template_id_filter_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."filter_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_mentions" ADD CONSTRAINT "filter_mentions_link_code_filter_links_code_fk" FOREIGN KEY ("link_code") REFERENCES "public"."filter_links"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filter_mentions_bucket" ON "filter_mentions" USING btree ("organisation_id","bucket");--> statement-breakpoint
CREATE INDEX "filter_mentions_template" ON "filter_mentions" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "filter_mentions_link" ON "filter_mentions" USING btree ("link_code");--> statement-breakpoint
ALTER TABLE "filter_links" ADD CONSTRAINT "filter_links_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filter_links_owner" ON "filter_links" USING btree ("owner_id");--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "filter_mentions" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);