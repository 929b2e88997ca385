import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../../src/server/db/rows'
import { onEachEngine } from './harness/server'

/*
 * What the role of requests may do to each table, besides reading. Row-level security divides the rows; this divides the
 * verbs. A new table belongs in here with no more than its code needs.
 */
const ALL = 'DELETE, INSERT, UPDATE'
const GRANTS: Readonly<Record<string, string>> = {
  assistant_feedback: 'INSERT',
  audit_entries: 'INSERT',
  audit_heads: 'INSERT, UPDATE',
  audit_seals: '',
  audit_starts: 'INSERT',
  basemaps: '',
  calculator_jobs: ALL,
  campaigns: 'INSERT, UPDATE',
  contact_changes: '',
  contact_corrections: ALL,
  contacts: ALL,
  device_keys: 'INSERT',
  do_not_contact_marks: ALL,
  erasure_keys: 'INSERT, UPDATE',
  erasures: 'INSERT',
  filter_links: ALL,
  filter_templates: ALL,
  genuine_letter_looks: 'INSERT, UPDATE',
  household_looks: 'INSERT',
  idempotency_keys: ALL,
  imports: 'INSERT, UPDATE',
  lawful_basis_settings: 'INSERT, UPDATE',
  letter_templates: 'INSERT, UPDATE',
  message_budgets: 'INSERT, UPDATE',
  message_settings: 'INSERT, UPDATE',
  need_to_know_rules: 'INSERT, UPDATE',
  notify_accounts: ALL,
  organisation_choices: '',
  organisation_domains: '',
  organisations: '',
  people: 'INSERT, UPDATE',
  print_packs: ALL,
  provider_identity: '',
  recipients: 'INSERT, UPDATE',
  retention_periods: 'INSERT, UPDATE',
  sending_allowance: '',
  sessions: 'DELETE, UPDATE',
  sign_in_attempts: '',
  sign_in_rules: 'INSERT, UPDATE',
  simulated_messages: '',
  snapshots: ALL,
  text_template_versions: 'INSERT, UPDATE',
  text_templates: ALL,
  visit_outcomes: ALL,
  visit_rounds: ALL,
  visit_settings: 'INSERT, UPDATE',
}

onEachEngine('The role of requests', {}, (server) => {
  test('has no more rights to each table than listed', async () => {
    const rows = rowsOf(
      await server().services.database.asSystem((tx) =>
        tx.execute(sql`
          select c.relname as name, coalesce(string_agg(privilege, ', ' order by privilege), '') as rights
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          left join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as privilege
            on has_table_privilege('doorstep_app', c.oid, privilege)
          where n.nspname = 'public' and c.relkind = 'r' group by c.relname`),
      ),
      z.object({ name: z.string(), rights: z.string() }),
    )
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(GRANTS)
  })
})
