/**
 * Row-level security: requests run as `doorstep_app` with `app.org` set. Every table with an `organisation_id` needs
 * {@link ownRowsOnly}.
 */
import { sql } from 'drizzle-orm'
import { pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/** Created by the first migration; cannot log in. */
const applicationRole = pgRole('doorstep_app').existing()

/** Null matches no row. */
const organisationInView = sql`nullif(current_setting('app.org', true), '')::uuid`

/** For tables with an `organisation_id`. */
export const ownRowsOnly = () =>
  pgPolicy('own_rows_only', {
    to: applicationRole,
    for: 'all',
    using: sql`organisation_id = ${organisationInView}`,
    withCheck: sql`organisation_id = ${organisationInView}`,
  })

/** For the organisations table. */
export const ownOrganisationOnly = () =>
  pgPolicy('own_organisation_only', {
    to: applicationRole,
    for: 'all',
    using: sql`id = ${organisationInView}`,
    withCheck: sql`id = ${organisationInView}`,
  })
