const given: unknown = import.meta.env.DOORSTEP_VERSION

/** Which build this is: the package's version and, where it was built from a repository, the commit. See vite.config.ts. */
export const VERSION = typeof given === 'string' ? given : 'in development'
