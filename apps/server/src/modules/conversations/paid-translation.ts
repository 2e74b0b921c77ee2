/**
 * A translation and its price: reserved before the engine is asked, booked in the transaction that stores the
 * text, given back when anything fails. There is no way to get one without the other.
 */
import { type PlatformId, platforms } from '@parley/contract';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { storable } from '../../base/db/storable.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import type { Characters, Charge, ReservedCharacters } from '../characters/index.ts';
import type { MemoryEntry, Translation } from '../translation/index.ts';
import type { BudgetHold, VisitorBudgets } from '../visitor-budgets/index.ts';
import { keepingNoTexts } from './erasing/queries.ts';

export type Problem =
  | 'engines-failed'
  | 'characters-short'
  | 'language-unsupported'
  | 'visitor-budget'
  | 'site-budget';
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
  /** Who caused it, if that is an anonymous visitor, whose budgets it counts to; null: nobody of that kind. */
  visitor: VisitorName | null;
  signal: AbortSignal;
};
export type VisitorName = { socialAccountId: string; visitorId: string };

export type PaidTranslationDeps = {
  database: Database;
  translation: Translation;
  characters: Characters;
  visitorBudgets: Pick<VisitorBudgets, 'reserve' | 'release'>;
};
type PayingDeps = Omit<PaidTranslationDeps, 'database'>;

/** Names the customer of a conversation whose platform doesn't know its customers. */
export function anonymousVisitor(
  conversation: Pick<ConversationRow, 'platform' | 'socialAccountId' | 'chatId'>,
): VisitorName | null {
  if (platforms[conversation.platform].customers !== 'anonymous') return null;
  return { socialAccountId: conversation.socialAccountId, visitorId: conversation.chatId };
}

/** What a translation came to, and what is to be booked with it; null: it costs nothing. */
export type Priced = { outcome: Outcome; booking: Booking | null };
type Booking = { subAccountId: string; charge: Charge; memory: MemoryEntry };

/** `spent`: what `book` answered for it. */
export type Stored<T> = { spent: number; answer: T };

/** Translates and hands the outcome to `store`, which writes it and calls `book` in one transaction. */
export async function translatePaid<T>(
  deps: PayingDeps,
  wish: Wish,
  store: (priced: Priced) => Promise<Stored<T>>,
): Promise<T> {
  const free = async (outcome: Outcome) => (await store({ outcome, booking: null })).answer;
  const plan = await deps.translation.plan(wish.workspaceId, wish);
  if (plan.kind === 'none') return free({ kind: 'none' });
  if (plan.kind === 'cached') return free({ kind: 'done', text: plan.text, characters: 0 });
  if (plan.kind === 'unsupported') return free({ kind: 'failed', problem: 'language-unsupported' });

  const held = await hold(deps, wish, plan.characters);
  if (typeof held === 'string') return free({ kind: 'failed', problem: held });
  let spent = 0;
  try {
    const context = plan.readsContext ? await wish.context() : [];
    const result = await plan.run({ context, signal: wish.signal });
    if (!result.ok) return await free({ kind: 'failed', problem: result.problem });
    const charge = chargeFor(held.reserved, wish, plan.characters, result.engine);
    const stored = await store({
      // An engine's answer is a stranger's text.
      outcome: { kind: 'done', text: storable(result.text), characters: plan.characters },
      booking: { subAccountId: wish.subAccountId, charge, memory: plan.memory(result) },
    });
    spent = stored.spent;
    return stored.answer;
  } finally {
    await release(deps, held, spent);
  }
}

type Held = { budget: BudgetHold | null; reserved: ReservedCharacters };

/** Sets aside what a translation may cost: of the visitor's and the site's budgets, and of the characters. */
async function hold(deps: PayingDeps, wish: Wish, characters: number): Promise<Held | Problem> {
  const { workspaceId, subAccountId, visitor } = wish;
  const budget =
    visitor === null ? null : await deps.visitorBudgets.reserve({ workspaceId, ...visitor, characters });
  if (typeof budget === 'string') return budget;
  let reserved: ReservedCharacters | null = null;
  try {
    reserved = await deps.characters.reserve(workspaceId, subAccountId, characters);
  } finally {
    if (reserved === null && budget !== null) await deps.visitorBudgets.release(budget, 0);
  }
  return reserved === null ? 'characters-short' : { budget, reserved };
}

async function release(deps: PayingDeps, { budget, reserved }: Held, spent: number): Promise<void> {
  await deps.characters.release(reserved, spent);
  if (budget !== null) await deps.visitorBudgets.release(budget, spent);
}

function chargeFor(reserved: ReservedCharacters, wish: Wish, amount: number, engine: string): Charge {
  const { platform, source, target, lineId, messageId, chargeKey } = wish;
  const details = { platform, source, target, line: lineId, engine };
  return { reserved, key: chargeKey, messageId, amount, details };
}

/** Books charges and keeps translations, in the transaction that stores the texts. What was spent on each. */
export async function book(
  tx: Tx,
  { characters, translation }: Pick<PaidTranslationDeps, 'translation' | 'characters'>,
  priced: readonly Priced[],
): Promise<number[]> {
  const bookings = priced.flatMap(({ booking }) => (booking === null ? [] : [booking]));
  const charges = bookings.map(({ charge }) => charge);
  const spent = new Map(charges.map((charge) => [charge, 0]));
  for (const [index, amount] of (await characters.charge(tx, charges)).entries()) {
    const charge = charges[index];
    if (charge) spent.set(charge, amount);
  }
  const places = bookings.map(({ subAccountId, memory: { workspaceId } }) => ({ workspaceId, subAccountId }));
  const unkept = await keepingNoTexts(tx, places);
  const kept = bookings.filter(({ subAccountId }) => !unkept.has(subAccountId));
  await translation.remember(
    tx,
    kept.map(({ memory }) => memory),
  );
  return priced.map(({ booking }) => (booking && spent.get(booking.charge)) ?? 0);
}

/** A `store` for one translation alone, in a transaction of its own. */
export function inOwnTransaction<T>(
  deps: PaidTranslationDeps,
  write: (tx: Tx, outcome: Outcome) => Promise<T>,
): (priced: Priced) => Promise<Stored<T>> {
  return (priced) =>
    transaction(deps.database, async (tx) => {
      const [spent = 0] = await book(tx, deps, [priced]);
      return { spent, answer: await write(tx, priced.outcome) };
    });
}
