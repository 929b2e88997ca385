/**
 * Policy: whose rows are whose. Code that answers a person's request works as the role
 * `doorstep_app` with `app.org` set to the organisation in view, and PostgreSQL itself shows it no
 * other organisation's rows. Every table with an `organisation_id` carries {@link ownRowsOnly}.
 */
import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/** Made by the first migration where it is missing; it cannot log in. */
const applicationRole = pgRole('doorstep_app').existing()

/** The organisation in view, or null (no row) when none is set. */
const organisationInView = sql`nullif(current_setting('app.org', true), '')::uuid`

/** Rows of the organisation in view, to read and to write. */
export const ownRowsOnly = () =>
  pgPolicy('own_rows_only', {
    to: applicationRole,
    for: 'all',
    using: sql`organisation_id = ${organisationInView}`,
    withCheck: sql`organisation_id = ${organisationInView}`,
  })

/** For the table of organisations itself. */
export const ownOrganisationOnly = () =>
  pgPolicy('own_organisation_only', {
    to: applicationRole,
    for: 'all',
    using: sql`id = ${organisationInView}`,
    withCheck: sql`id = ${organisationInView}`,
  })
