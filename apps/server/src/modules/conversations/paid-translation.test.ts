import { expect, it } from 'vitest';
import type { Tx } from '../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import type { TranslationPlan } from '../translation/index.ts';
import {
  bookCharges,
  type PaidTranslation,
  type TranslationRequest,
  translatePaid,
} from './paid-translation.ts';

const workspaceId = trustWorkspaceId(newId());
const price = 11;
const translated = { ok: true, text: 'La casa', engine: 'fake', detected: null } as const;

const enginePlan = (run: Extract<TranslationPlan, { kind: 'engine' }>['run']): TranslationPlan => ({
  kind: 'engine',
  characters: price,
  readsContext: false,
  run,
  memory: ({ text, engine }) => ({ workspaceId, key: Buffer.from('the house'), text, engine }),
});

/** Creates a ledger, a budget and an engine that return `given`. `released` lists releases, with the characters spent. */
function setUp(
  given: { plan?: TranslationPlan; short?: boolean; budget?: 'visitor-budget'; throws?: Error } = {},
) {
  const released: [string, number][] = [];
  const reservation = {
    amount: price,
    block: { workspaceId, leaseId: newId(), accountId: newId(), remaining: 0, expiresAt: 0 },
  };
  const run = async () => {
    if (given.throws) throw given.throws;
    return translated;
  };
  const deps = {
    translation: { plan: async () => given.plan ?? enginePlan(run), remember: async () => undefined },
    characters: {
      payerOf: async () => 'the payer',
      reserve: async (_: unknown, subAccountId: string, _amount: number, payer: string) =>
        given.short || payer !== 'the payer' ? null : { reservation, subAccountId },
      release: async (_: unknown, spent: number) => void released.push(['characters', spent]),
      charge: async (_: unknown, charges: readonly { amount: number }[]) =>
        charges.map(({ amount }) => amount),
    },
    visitorBudgets: {
      reserve: async () => given.budget ?? { visitor: 'the visitor', site: 'the site' },
      release: async (_: unknown, spent: number) => void released.push(['budget', spent]),
    },
  };
  // The fakes implement only the parts of reservations and plans that the functions under test use.
  return { deps: deps as unknown as Deps, released };
}
type Deps = Parameters<typeof translatePaid>[0] & Parameters<typeof bookCharges>[1];

const request: TranslationRequest = {
  workspaceId,
  subAccountId: newId(),
  messageId: newId(),
  platform: 'webchat',
  text: 'The house',
  source: 'en',
  target: 'es',
  lineId: 'ai',
  context: async () => [],
  chargeKey: 'inbound 1',
  visitor: { socialAccountId: newId(), visitorId: 'v' },
  signal: new AbortController().signal,
};

/** Runs work in a transaction that commits or rolls back, as requested. */
async function inTransaction(end: 'commits' | 'is undone', work: (tx: Tx) => Promise<void>): Promise<void> {
  const afterwards: (() => void)[] = [];
  // The only rows that `bookCharges` reads itself are sub-accounts that keep no texts: none here.
  const db = { execute: async () => ({ rows: [] }) } as unknown as Tx['db'];
  await work({
    db,
    afterCommit: (run) => afterwards.push(run),
    withCommit: () => undefined,
    afterFailure: () => undefined,
  });
  if (end === 'commits') for (const run of afterwards) run();
}

async function use(
  given: Parameters<typeof setUp>[0],
  work?: (paid: PaidTranslation, deps: Deps) => Promise<void>,
) {
  const { deps, released } = setUp(given);
  let outcome: PaidTranslation['outcome'] | null = null;
  {
    await using paid = await translatePaid(deps, request);
    outcome = paid.outcome;
    await work?.(paid, deps);
  }
  return { outcome, released };
}

it('a booked translation spends what was reserved', async () => {
  const { outcome, released } = await use({}, (paid, deps) =>
    inTransaction('commits', (tx) => bookCharges(tx, deps, [paid])),
  );
  expect(outcome).toEqual({ kind: 'done', text: 'La casa', characters: price });
  expect(released).toEqual([
    ['characters', price],
    ['budget', price],
  ]);
});

it('a transaction that is rolled back releases everything', async () => {
  const { released } = await use({}, (paid, deps) =>
    inTransaction('is undone', (tx) => bookCharges(tx, deps, [paid])),
  );
  expect(released).toEqual([
    ['characters', 0],
    ['budget', 0],
  ]);
});

it('a translation that is not booked releases everything', async () => {
  const { released } = await use({});
  expect(released).toEqual([
    ['characters', 0],
    ['budget', 0],
  ]);
});

it('an engine that fails releases everything before its failure is stored', async () => {
  const plan = enginePlan(async () => ({ ok: false, problem: 'engines-failed', detail: 'timeout' }));
  const { deps, released } = setUp({ plan });
  const failed = await translatePaid(deps, request);
  expect(failed.outcome).toEqual({ kind: 'failed', problem: 'engines-failed' });
  expect(released).toHaveLength(2);
  await failed[Symbol.asyncDispose]();
  expect(released).toHaveLength(2);
});

it('a bug in an engine releases everything', async () => {
  const { deps, released } = setUp({ throws: new Error('a bug') });
  await expect(translatePaid(deps, request)).rejects.toThrow('a bug');
  expect(released).toHaveLength(2);
});

it('a shortage of characters releases the budget', async () => {
  const { outcome, released } = await use({ short: true });
  expect(outcome).toEqual({ kind: 'failed', problem: 'characters-short' });
  expect(released).toEqual([['budget', 0]]);
});

it('releases the characters when the budget is used up', async () => {
  const { outcome, released } = await use({ budget: 'visitor-budget' });
  expect(outcome).toEqual({ kind: 'failed', problem: 'visitor-budget' });
  expect(released).toEqual([['characters', 0]]);
});

it.each<[TranslationPlan, PaidTranslation['outcome']]>([
  [{ kind: 'none', reason: 'same-language' }, { kind: 'none' }],
  [
    { kind: 'cached', text: 'La casa', engine: 'fake' },
    { kind: 'done', text: 'La casa', characters: 0 },
  ],
  [
    { kind: 'unsupported', detail: 'en-xx' },
    { kind: 'failed', problem: 'language-unsupported' },
  ],
])('reserves nothing for %o', async (plan, expected) => {
  const { outcome, released } = await use({ plan }, (paid, deps) =>
    inTransaction('commits', (tx) => bookCharges(tx, deps, [paid])),
  );
  expect(outcome).toEqual(expected);
  expect(released).toEqual([]);
});
