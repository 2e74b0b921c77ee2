import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WeakOperatorPassword } from '../../base/crypto/leaked-passwords.ts';
import { assertFound } from '../../base/http/app-error.ts';
import { twoFactor, users } from '../../schema/identity.ts';
import { operatorLogIn } from '../../testing/test-people.ts';
import { ensureOperator, resetOperator } from './first-operator.ts';
import { logInOperator } from './service.ts';
import { from, type IdentityHarness, startIdentityHarness } from './testing/identity-harness.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
beforeEach(() => harness.database.db.delete(users));
afterAll(() => harness.close());

const none = { email: undefined, password: undefined };
const logIn = ({ email: username, password }: { email: string; password: string }) =>
  logInOperator(harness.deps, { ...from(), username, password });
const operators = () => harness.database.db.select().from(users).where(eq(users.kind, 'operator'));

describe('ensureOperator', () => {
  it('creates the operator once, with a password shown once, even in several concurrent processes', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => ensureOperator(harness.database, none)));
    const made = all.filter((one) => one !== null);
    expect(made).toHaveLength(1);
    await logIn(assertFound(made[0]));
    expect(await operators()).toMatchObject([{ email: 'operator@parley.local', passwordMustChange: true }]);
    expect(await ensureOperator(harness.database, none)).toBeNull();
    expect(await ensureOperator(harness.database, operatorLogIn)).toBeNull();
    expect(await operators()).toHaveLength(1);
  });

  it('creates the operator with the given address and password, which may be kept', async () => {
    expect(await ensureOperator(harness.database, operatorLogIn)).toBeNull();
    expect(await operators()).toMatchObject([{ email: operatorLogIn.email, passwordMustChange: false }]);
    await logIn(operatorLogIn);
  });

  it.each(['Short-One-1', 'Password1234'])('refuses to create an operator with "%s"', async (password) => {
    const making = ensureOperator(harness.database, { email: undefined, password });
    await expect(making).rejects.toThrow(WeakOperatorPassword);
    expect(await operators()).toEqual([]);
  });
});

describe('resetOperator', () => {
  it('turns the second factor off, ends the sessions and generates a password that must be replaced', async () => {
    const { id } = await harness.operator();
    const before = await logIn(operatorLogIn);
    const enabledAt = new Date(harness.clock.now());
    await harness.database.db.insert(twoFactor).values({ userId: id, secret: '', enabledAt });
    const made = assertFound(await resetOperator(harness.database));
    expect(made.email).toBe(operatorLogIn.email);
    expect(await harness.accessTokens.check(before.accessToken)).toMatchObject({
      error: 'auth.session-ended',
      details: { ending: 'operator-reset' },
    });
    expect(await harness.isOpen(await logIn(made))).toBe(true);
    expect(await operators()).toMatchObject([{ id, passwordMustChange: true }]);
    await expect(logIn(operatorLogIn)).rejects.toMatchObject({ error: 'identity.wrong-credentials' });
  });

  it('finds no operator before the server’s first start', async () => {
    expect(await resetOperator(harness.database)).toBeNull();
  });
});
