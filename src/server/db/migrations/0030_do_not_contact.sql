CREATE TABLE "do_not_contact_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "do_not_contact_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"household_reference" text,
	"number" text,
	"reason" text NOT NULL,
	"marked_by" text NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "do_not_contact_marks_household" UNIQUE("organisation_id","household_reference"),
	CONSTRAINT "do_not_contact_marks_number" UNIQUE("organisation_id","number")
);
--> statement-breakpoint
ALTER TABLE "do_not_contact_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "do_not_contact_marks" ADD CONSTRAINT "do_not_contact_marks_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows_only" ON "do_not_contact_marks" AS PERMISSIVE FOR ALL TO "doorstep_app" USING (organisation_id = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK (organisation_id = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
-- A mark changes who can be reached, as a change of the contacts does.
create trigger marks_added after insert on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_changed after update on do_not_contact_marks referencing new table as changed
  for each statement execute function count_contact_changes();
--> statement-breakpoint
create trigger marks_removed after delete on do_not_contact_marks referencing old table as changed
  for each statement execute function count_contact_changes();
