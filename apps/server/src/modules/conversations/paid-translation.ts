/**
 * Couples a translation with its price: reserved before the engine is called, booked in the transaction that stores the text, and
 * released on disposal. There is no translation without a charge.
 */
import { type PlatformId, platforms } from '@parley/contract/catalogues';
import type { Database, Tx } from '../../base/db/database.ts';
import { storableText } from '../../base/db/storable-text.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import type { Characters, Charge, ReservedCharacters } from '../characters/index.ts';
import type { MemoryEntry, Translation } from '../translation/index.ts';
import type { VisitorBudgets } from '../visitor-budgets/index.ts';

export type Problem =
  | 'engines-failed'
  | 'characters-short'
  | 'language-unsupported'
  | 'visitor-budget'
  | 'site-budget';
export type PaidTranslationOutcome =
  | { kind: 'none' }
  | { kind: 'done'; text: string; characters: number }
  | { kind: 'failed'; problem: Problem };

export type TranslationRequest = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  messageId: string;
  platform: PlatformId;
  text: string;
  source: string;
  target: string;
  lineId: string;
  /** Returns the conversation's last turns, oldest first. Called only for an engine that uses them. */
  context: () => Promise<{ from: 'customer' | 'agent'; text: string }[]>;
  /** Idempotency key of the charge: the same translation of the same message is never charged twice. */
  chargeKey: string;
  /** The anonymous visitor who caused it, whose budgets it counts toward; null if there is none. */
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
type PayingDeps = {
  translation: Pick<Translation, 'plan'>;
  characters: Pick<Characters, 'payerOf' | 'reserve' | 'release'>;
  visitorBudgets: PaidTranslationDeps['visitorBudgets'];
};
type BookingDeps = { translation: Pick<Translation, 'remember'>; characters: Pick<Characters, 'charge'> };

/** Returns the customer of a conversation whose platform doesn't identify its customers, else null. */
export function anonymousVisitor(
  conversation: Pick<ConversationRow, 'platform' | 'socialAccountId' | 'chatId'>,
): VisitorName | null {
  if (platforms[conversation.platform].customers !== 'anonymous') return null;
  return { socialAccountId: conversation.socialAccountId, visitorId: conversation.chatId };
}

/**
 * The outcome of a translation, with its maximum price reserved. Declare it with `await using`: characters that `bookCharges`
 * hasn't spent are released on disposal.
 */
export type PaidTranslation = AsyncDisposable & {
  outcome: PaidTranslationOutcome;
  /** Null if it costs nothing. */
  booking: Booking | null;
};
type Booking = { subAccountId: string; charge: Charge; memory: MemoryEntry; funds: Funds };

/** The reserved price of a translation; disposal releases all but what was spent. */
type Funds = AsyncDisposable & { reserved: ReservedCharacters; spent: number };

/** Returns an outcome that costs nothing. */
export function freeOutcome(outcome: PaidTranslationOutcome): PaidTranslation {
  return { outcome, booking: null, [Symbol.asyncDispose]: async () => undefined };
}

/** Consults the translation memory, then an engine, with the price reserved first. Throws only on database failures and bugs. */
export async function translatePaid(deps: PayingDeps, request: TranslationRequest): Promise<PaidTranslation> {
  const { workspaceId, subAccountId } = request;
  // In parallel: each queries the database, and most texts have to be paid for.
  const [plan, payer] = await Promise.all([
    deps.translation.plan(workspaceId, request),
    deps.characters.payerOf(workspaceId, subAccountId),
  ]);
  if (plan.kind === 'none') return freeOutcome({ kind: 'none' });
  if (plan.kind === 'cached') return freeOutcome({ kind: 'done', text: plan.text, characters: 0 });
  if (plan.kind === 'unsupported') return freeOutcome({ kind: 'failed', problem: 'language-unsupported' });

  const funds = await setAside(deps, request, plan.characters, payer);
  if (typeof funds === 'string') return freeOutcome({ kind: 'failed', problem: funds });
  await using untilHandedOver = new AsyncDisposableStack();
  untilHandedOver.use(funds);
  const context = plan.readsContext ? await request.context() : [];
  const result = await plan.run({ context, signal: request.signal });
  if (!result.ok) return freeOutcome({ kind: 'failed', problem: result.problem });
  const charge = chargeFor(funds.reserved, request, plan.characters, result.engine);
  const handedOver = untilHandedOver.move();
  return {
    // An engine's answer is untrusted text.
    outcome: { kind: 'done', text: storableText(result.text), characters: plan.characters },
    booking: { subAccountId: request.subAccountId, charge, memory: plan.memory(result), funds },
    [Symbol.asyncDispose]: () => handedOver.disposeAsync(),
  };
}

/** Reserves the maximum price: in the visitor's and the site's budgets, and in characters. */
async function setAside(
  deps: PayingDeps,
  request: TranslationRequest,
  characters: number,
  payer: string | null,
): Promise<Funds | Problem> {
  const { workspaceId, subAccountId, visitor } = request;
  await using untilComplete = new AsyncDisposableStack();
  const funds = { spent: 0 };
  const budgeted = async (): Promise<Problem | null> => {
    if (visitor === null) return null;
    const budget = await deps.visitorBudgets.reserve({ workspaceId, ...visitor, characters });
    if (typeof budget === 'string') return budget;
    untilComplete.defer(() => deps.visitorBudgets.release(budget, funds.spent));
    return null;
  };
  const reserving = async () => {
    const reserved = await deps.characters.reserve(workspaceId, subAccountId, characters, payer);
    if (reserved !== null) untilComplete.defer(() => deps.characters.release(reserved, funds.spent));
    return reserved;
  };
  // In parallel: each queries the database. Both have settled before anything is released.
  const [problem, reserved] = await bothOf(budgeted(), reserving());
  if (problem !== null) return problem;
  if (reserved === null) return 'characters-short';
  const complete = untilComplete.move();
  return Object.assign(funds, { reserved, [Symbol.asyncDispose]: () => complete.disposeAsync() });
}

/** Rejects with the first's error, else the second's, once both have settled. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

function chargeFor(
  reserved: ReservedCharacters,
  request: TranslationRequest,
  amount: number,
  engine: string,
): Charge {
  const { platform, source, target, lineId, messageId, chargeKey } = request;
  const details = { platform, source, target, line: lineId, engine };
  return { reserved, key: chargeKey, messageId, amount, details };
}

/**
 * Thrown in a transaction whose message was translated or changed meanwhile: rolls it back, so that a text that isn't stored
 * isn't charged.
 */
export class OutdatedTranslation extends Error {
  override name = 'OutdatedTranslation';
}

/** Books the charges of translations and adds their texts to the memory, in the transaction that stores them. */
export async function bookCharges(
  tx: Tx,
  { characters, translation }: BookingDeps,
  translations: readonly PaidTranslation[],
): Promise<void> {
  const bookings = translations.flatMap(({ booking }) => booking ?? []);
  const charged = characters.charge(
    tx,
    bookings.map(({ charge }) => charge),
  );
  const remembered = translation.remember(
    tx,
    bookings.map(({ subAccountId, memory }) => ({ ...memory, subAccountId })),
  );
  const [amounts] = await Promise.all([charged, remembered]);
  // A rolled-back transaction has spent nothing.
  tx.afterCommit(() => {
    for (const [index, { funds }] of bookings.entries()) funds.spent = amounts[index] ?? 0;
  });
}
