/** Links the first message of a visitor with the visit that it comes from, in the transaction that stores the message. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { findTokens, insertConversions, type NewConversion } from './store.ts';
import { type Carrier, carriedIn } from './visit-token.ts';

export type CarryingMessage = Carrier & {
  account: { workspaceId: WorkspaceId; id: string; subAccountId: string; platform: PlatformId };
  /** From before its account was added. */
  history: boolean;
};

/** A visit that a message may be linked with. */
export type CarriedVisit = Omit<NewConversion, 'messageId' | 'fanId'>;

export type Recognised<Message> = {
  /** The messages, without the tokens of the workspaces that have received them. */
  messages: Message[];
  /** By their places; null: the message comes from no visit that is still open. */
  visits: (CarriedVisit | null)[];
};

/**
 * Finds the visits from which messages come, and takes their tokens out of the texts. A token that isn't the workspace's stays,
 * as any other words. Costs a statement only where a message has the form of one.
 */
export async function recogniseVisits<Message extends CarryingMessage>(
  tx: Tx,
  messages: readonly Message[],
  now: number,
): Promise<Recognised<Message>> {
  const carried = messages.map(carriedIn);
  const asked = messages.flatMap(({ account }, place) => {
    const token = carried[place]?.token;
    const { workspaceId, id: socialAccountId, platform } = account;
    return token === undefined ? [] : [{ place, workspaceId, token, socialAccountId, platform }];
  });
  const visits: Recognised<Message>['visits'] = messages.map(() => null);
  if (asked.length === 0) return { messages: [...messages], visits };
  const shown = [...messages];
  for (const { place, expiresAt, fits, ...visit } of await findTokens(tx, asked)) {
    const message = messages[place];
    const text = carried[place]?.text;
    if (message === undefined || text === undefined) continue;
    shown[place] = { ...message, text };
    if (message.history || !fits || expiresAt <= now) continue;
    const { id: socialAccountId, subAccountId } = message.account;
    visits[place] = { ...visit, socialAccountId, subAccountId, at: now };
  }
  return { messages: shown, visits };
}

/** Stores conversions: each visit once, by its first message. */
export async function linkVisits(tx: Tx, conversions: readonly NewConversion[]): Promise<void> {
  if (conversions.length > 0) await insertConversions(tx, conversions);
}
