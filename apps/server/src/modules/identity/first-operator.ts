import { operatorPasswordMin } from '@parley/contract/identity';
import { isCommonPassword, WeakOperatorPassword } from '../../base/crypto/leaked-passwords.ts';
import { hashPassword } from '../../base/crypto/passwords.ts';
import { readableCode } from '../../base/crypto/tokens.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { newId } from '../../base/ids.ts';
import { record } from '../audit/index.ts';
import { refusedUser } from './refusals.ts';
import * as store from './store.ts';
import { remove as removeTwoFactor } from './two-factor/store.ts';

const generatedPassword = () => `${readableCode(5)}-${readableCode(5)}-${readableCode(5)}`;

async function isOperatorPassword(password: string): Promise<boolean> {
  return password.length >= operatorPasswordMin && !(await isCommonPassword(password));
}

/**
 * Creates the operator at the first start. Returns the password when it was generated here, to be shown once; null when
 * an operator exists or the password was given. A generated one has been printed, perhaps into a log, so it only
 * permits setting a new password. Throws `WeakOperatorPassword` for a given password that breaks the rules; an existing
 * operator's password is never checked.
 */
export async function ensureOperator(
  database: Database,
  given: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | null> {
  if (await store.hasOperator(database)) return null;
  const email = (given.email ?? 'operator@parley.local').toLowerCase();
  const password = given.password ?? generatedPassword();
  if (!(await isOperatorPassword(password))) throw new WeakOperatorPassword();
  const passwordHash = await hashPassword(password);
  const passwordMustChange = given.password === undefined;
  const made = await transaction(database, (tx) =>
    store.insertUser(tx, { id: newId(), kind: 'operator', email, passwordHash, passwordMustChange }),
  );
  return made && given.password === undefined ? { email, password } : null;
}

/**
 * Restores access for an operator who has lost the password or the second factor: generates a password that only
 * permits setting a new one, turns two-factor authentication off and ends the operator's sessions. Returns null when
 * there is no operator.
 */
export async function resetOperator(database: Database): Promise<{ email: string; password: string } | null> {
  const password = generatedPassword();
  const passwordHash = await hashPassword(password);
  return transaction(database, async (tx) => {
    const operator = await store.lockOperator(tx);
    if (operator === null) return null;
    await store.makePasswordTemporary(tx, operator.id, passwordHash);
    await removeTwoFactor(tx, operator.id);
    await store.endLoginSessions(tx, { subjectIds: [operator.id] }, 'operator-reset');
    await record(tx, systemOrigin, { action: 'password.reset', ...refusedUser(operator) });
    return { email: operator.email, password };
  });
}
