-- The role of requests gets no right that its code does not need: row-level security divides rows, this divides verbs.
revoke update, delete on assistant_feedback, device_keys, erasures, household_looks from doorstep_app;
--> statement-breakpoint
revoke delete on campaigns, erasure_keys, genuine_letter_looks, imports, lawful_basis_settings, letter_templates,
  message_budgets, message_settings, need_to_know_rules, people, recipients, retention_periods, sign_in_rules,
  text_template_versions, visit_settings from doorstep_app;
--> statement-breakpoint
revoke insert, update, delete on basemaps, organisation_domains, organisations, sign_in_attempts from doorstep_app;
--> statement-breakpoint
revoke insert on sessions from doorstep_app;
