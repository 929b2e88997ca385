import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseRows } from '../../src/server/db/rows'
import { onEachEngine } from './harness/server'

/*
 * What the role of requests may do to a table, besides reading, where it is not all. Row-level security divides the rows;
 * this divides the verbs. A new table that needs less than all belongs in here (docs/adding-a-feature.md#2-store-it).
 */
const ALL = 'DELETE, INSERT, UPDATE'
const GRANTS: Readonly<Record<string, string>> = {
  assistant_feedback: 'INSERT',
  audit_entries: '',
  audit_heads: '',
  audit_seals: '',
  audit_starts: '',
  basemaps: '',
  campaigns: 'INSERT, UPDATE',
  contact_changes: '',
  contacts_before: 'DELETE, UPDATE',
  device_keys: 'INSERT',
  erasure_keys: 'INSERT, UPDATE',
  erasures: 'INSERT',
  genuine_letter_looks: 'INSERT, UPDATE',
  household_looks: 'INSERT',
  imports: 'INSERT, UPDATE',
  lawful_basis_settings: 'INSERT, UPDATE',
  never_drawn_settings: 'INSERT, UPDATE',
  letter_templates: 'INSERT, UPDATE',
  message_budgets: 'INSERT, UPDATE',
  message_settings: 'INSERT, UPDATE',
  month_settings: 'INSERT, UPDATE',
  month_tokens: 'DELETE, INSERT',
  need_to_know_rules: 'INSERT, UPDATE',
  organisation_choices: '',
  organisation_domains: '',
  organisations: '',
  people: 'INSERT, UPDATE',
  provider_identity: '',
  recipients: 'INSERT, UPDATE',
  records_key: '',
  retention_periods: 'INSERT, UPDATE',
  sending_allowance: '',
  sessions: 'DELETE, UPDATE',
  sign_in_attempts: '',
  sign_in_rules: 'INSERT, UPDATE',
  simulated_messages: '',
  text_template_versions: 'INSERT, UPDATE',
  uploads: 'INSERT',
  visit_settings: 'INSERT, UPDATE',
}

onEachEngine('The role of requests', {}, (server) => {
  test('has no more rights to each table than listed', async () => {
    const rows = parseRows(
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
    const limited = rows.filter(({ rights }) => rights !== ALL)
    expect(Object.fromEntries(limited.map(({ name, rights }) => [name, rights]))).toEqual(GRANTS)
  })

  test('calls no function that runs as the owner but these, and each looks into temporary tables last', async () => {
    const rows = parseRows(
      await server().services.database.asSystem((tx) =>
        tx.execute(sql`
          select proname as name, 'search_path=public, pg_temp' = any(proconfig) as "isBound",
            has_function_privilege('doorstep_app', oid, 'execute') as "isCalled"
          from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`),
      ),
      z.object({ name: z.string(), isBound: z.boolean().nullable(), isCalled: z.boolean() }),
    )
    expect(rows.filter(({ isBound }) => !isBound)).toEqual([])
    const called = rows.filter(({ isCalled }) => isCalled).map(({ name }) => name)
    expect(called.sort()).toEqual(['add_audit_entry', 'lock_audit_end'])
  })
})
