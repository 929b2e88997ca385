/*
 * How fast the machine is decides nothing: a busy one is thirty times slower than a developer's. What works as it should
 * waits for none of this.
 */

/** How long a test waits for anything that it expects, in milliseconds. */
export const PATIENCE_MS = 120_000

/** How long a test may take, in milliseconds: so much more that a wait that ends without success says what it waited for. */
export const TEST_LIMIT_MS = 300_000
