/**
 * A translation and its price: reserved before the engine is asked, booked in the transaction that stores the
 * text, given back when anything fails. There is no way to get one without the other.
 */
import type { PlatformId } from '@parley/contract';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Characters, ReservedCharacters } from '../characters/index.ts';
import type { Translation } from '../translation/index.ts';

export type Problem = 'engines-failed' | 'characters-short' | 'language-unsupported';
export type Outcome =
  | { kind: 'none' }
  | { kind: 'done'; text: string; characters: number }
  | { kind: 'failed'; problem: Problem };

export type Wish = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  messageId: string;
  platform: PlatformId;
  text: string;
  source: string;
  target: string;
  lineId: string;
  /** Asked only when an engine is that reads it: the conversation's last turns, oldest first. */
  context: () => Promise<{ from: 'customer' | 'agent'; text: string }[]>;
  /** Names the charge: the same translation of the same message is never paid twice. */
  chargeKey: string;
  signal: AbortSignal;
};

export type PaidTranslationDeps = { database: Database; translation: Translation; characters: Characters };

/** Translates and hands the outcome to `store`, in one transaction with the charge. Returns what `store` returned. */
export async function translatePaid<T>(
  deps: PaidTranslationDeps,
  wish: Wish,
  store: (tx: Tx, outcome: Outcome) => Promise<T>,
): Promise<T> {
  const { database, translation, characters } = deps;
  const only = (outcome: Outcome) => transaction(database, (tx) => store(tx, outcome));
  const plan = await translation.plan(database, wish.workspaceId, wish);
  if (plan.kind === 'none') return only({ kind: 'none' });
  if (plan.kind === 'cached') return only({ kind: 'done', text: plan.text, characters: 0 });
  if (plan.kind === 'unsupported') return only({ kind: 'failed', problem: 'language-unsupported' });

  const reserved = await characters.reserve(wish.workspaceId, wish.subAccountId, plan.characters);
  if (!reserved) return only({ kind: 'failed', problem: 'characters-short' });
  let spent = 0;
  try {
    const context = plan.readsContext ? await wish.context() : [];
    const result = await plan.run({ context, signal: wish.signal });
    if (!result.ok) return await only({ kind: 'failed', problem: result.problem });
    const stored = await transaction(database, async (tx) => {
      const booked = await charge(tx, characters, reserved, wish, plan.characters, result.engine);
      await plan.remember(tx, result);
      return {
        booked,
        answer: await store(tx, { kind: 'done', text: result.text, characters: plan.characters }),
      };
    });
    spent = stored.booked;
    return stored.answer;
  } finally {
    await characters.release(reserved, spent);
  }
}

function charge(
  tx: Tx,
  characters: Characters,
  reserved: ReservedCharacters,
  wish: Wish,
  amount: number,
  engine: string,
): Promise<number> {
  return characters.charge(tx, reserved, {
    key: wish.chargeKey,
    messageId: wish.messageId,
    amount,
    details: { platform: wish.platform, source: wish.source, target: wish.target, line: wish.lineId, engine },
  });
}
