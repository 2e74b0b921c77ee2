import { databaseErrorCode } from './database.ts';

/**
 * SQLSTATE classes of failures that the same values cause again: cardinality, data, constraint, syntax or name, row
 * too large, and what a function of ours raises. A lost connection, a full disk, a deadlock or a timeout is none.
 */
const lastingClass = /^(21|22|23|42|44|54|P0)[0-9A-Z]{3}$/;

/** 42501: the role lacks a privilege, which says nothing about the values. */
const passing: ReadonlySet<string> = new Set(['42501']);

/**
 * Returns the SQLSTATE class of a failure that would repeat itself with the same values, `code` for an error of our own
 * code on them, and null for a failure that may pass.
 */
export function lastingFailure(error: unknown): string | null {
  const code = databaseErrorCode(error);
  if (code !== null && lastingClass.test(code)) return passing.has(code) ? null : code.slice(0, 2);
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
    return 'code';
  return null;
}
