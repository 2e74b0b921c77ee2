import { operatorPasswordMin } from '@parley/contract';
import { isCommonPassword, WeakOperatorPassword } from '../../base/crypto/leaked-passwords.ts';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import * as store from './store.ts';

async function isOperatorPassword(password: string): Promise<boolean> {
  return password.length >= operatorPasswordMin && !(await isCommonPassword(password));
}

/**
 * Makes the operator at the first start. Returns the password if it was made here, to be shown once; null if
 * there is an operator already or the password was given. A made one has been printed, perhaps into a log, so it opens
 * only its own replacement. Throws `WeakOperatorPassword` for a given one that the rules refuse; one that an operator has
 * already is never judged.
 */
export async function ensureOperator(
  database: Database,
  given: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | null> {
  if (await store.anyOperator(database)) return null;
  const email = (given.email ?? 'operator@parley.local').toLowerCase();
  const password = given.password ?? `${readableCode(5)}-${readableCode(5)}-${readableCode(5)}`;
  if (!(await isOperatorPassword(password))) throw new WeakOperatorPassword();
  const passwordHash = await hashPassword(password);
  const passwordMustChange = given.password === undefined;
  const made = await transaction(database, (tx) =>
    store.insertUser(tx, { id: newId(), kind: 'operator', email, passwordHash, passwordMustChange }),
  );
  return made && given.password === undefined ? { email, password } : null;
}
