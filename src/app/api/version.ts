const given: unknown = import.meta.env.DOORSTEP_VERSION

/** The package's version and, built from a repository, the commit. */
export const VERSION = typeof given === 'string' ? given : 'in development'
