import { databaseErrorCode } from './database.ts';

/**
 * SQLSTATE classes of failures that recur with the same values: cardinality, data, constraint, row too large, and
 * errors raised by Parley's functions. Not included: a lost connection, a full disk, a deadlock or a timeout, nor
 * class 42, since a missing table or column means that another version is running, not that the values are wrong.
 */
const lastingClass = /^(21|22|23|44|54|P0)[0-9A-Z]{3}$/;

/**
 * Returns the SQLSTATE class of a failure that would recur with the same values, `code` for an error that the
 * server's own code throws on them, and null for a transient failure.
 */
export function permanentErrorClass(error: unknown): string | null {
  const code = databaseErrorCode(error);
  if (code !== null && lastingClass.test(code)) return code.slice(0, 2);
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
    return 'code';
  return null;
}
