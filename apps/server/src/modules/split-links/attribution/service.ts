/** Links a visitor's first message with the visit it comes from, in the transaction that stores the message. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type FoundToken, findTokens, insertConversions, type NewConversion } from './store.ts';
import { type TokenCandidate, tokensInMessage } from './visit-token.ts';

export type AttributableMessage = TokenCandidate & {
  account: { workspaceId: WorkspaceId; id: string; subAccountId: string; platform: PlatformId };
  /** True for a message from before its account was added. */
  history: boolean;
};

/** A visit that a message may be linked with. */
export type AttributableVisit = Omit<NewConversion, 'messageId' | 'fanId'>;

export type Recognised<Message> = {
  /** The messages, with the tokens of the receiving workspace removed from the texts. */
  messages: Message[];
  /** For each message, by index: the visits it comes from whose tokens haven't expired. */
  visits: AttributableVisit[][];
};

/**
 * Finds the visits that messages come from, and removes their tokens from the texts. A token of another workspace is left in the
 * text like any other word. Runs a statement only if a message contains something in the form of a token.
 */
export async function recogniseVisits<Message extends AttributableMessage>(
  tx: Tx,
  messages: readonly Message[],
  now: number,
): Promise<Recognised<Message>> {
  const carried = messages.map(tokensInMessage);
  const asked = messages.flatMap(({ account }, place) => {
    const { workspaceId, id: socialAccountId, platform } = account;
    const tokens = carried[place]?.tokens ?? [];
    return tokens.map((token) => ({ place, workspaceId, token, socialAccountId, platform }));
  });
  if (asked.length === 0) return { messages: [...messages], visits: messages.map(() => []) };
  const found = Map.groupBy(await findTokens(tx, asked), ({ place }) => place);
  return {
    messages: messages.map((message, place) => {
      const known = found.get(place)?.map(({ token }) => token) ?? [];
      const text = known.length === 0 ? undefined : carried[place]?.textWithout(new Set(known));
      return text === undefined ? message : { ...message, text };
    }),
    visits: messages.map((message, place) => visitsOf(message, found.get(place) ?? [], now)),
  };
}

function visitsOf(
  { account, history }: AttributableMessage,
  found: readonly FoundToken[],
  now: number,
): AttributableVisit[] {
  if (history) return [];
  const { id: socialAccountId, subAccountId } = account;
  return found
    .filter(({ fits, expiresAt }) => fits && expiresAt > now)
    .map(({ place: _place, token: _token, expiresAt: _expiresAt, fits: _fits, ...visit }) => ({
      ...visit,
      socialAccountId,
      subAccountId,
      at: now,
    }));
}

/** Stores conversions. Each visit is converted at most once, by its first message. */
export async function linkVisits(tx: Tx, conversions: readonly NewConversion[]): Promise<void> {
  if (conversions.length > 0) await insertConversions(tx, conversions);
}
