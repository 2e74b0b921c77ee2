/** Visit tokens: made with a visit, carried by its account link, and looked for in messages until they are too old. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { MessageKind } from '@parley/contract/conversations';
import {
  linkWithToken,
  tokenInReferral,
  tokensInText,
  visitTokenLength,
  withoutTokens,
} from '@parley/contract/split-links';
import { readableCode } from '../../../base/crypto/tokens.ts';
import { greetings } from './greetings.ts';

/** A prefilled text may wait for some days to be sent. */
export const tokenMs = 7 * 86_400_000;

export type CarryingLink = { token: string; url: string };

/** Returns the account link of one visit with its token; null: links like this carry none. `language`: the visitor's. */
export function carriedBy(platform: PlatformId, url: string, language: string): CarryingLink | null {
  const token = readableCode(visitTokenLength);
  const greeting = greetings[language] ?? greetings.en;
  const carrying = linkWithToken(platform, url, { token, greeting });
  return carrying === null ? null : { token, url: carrying };
}

/** A message as far as it can carry a token. */
export type Carrier = {
  account: { platform: PlatformId };
  kind: MessageKind;
  chatKind: 'private' | 'group';
  author: 'customer' | 'business';
  text: string;
  /** The parameter of the link by which its author came. */
  referral?: string | null;
};

export type Carried = {
  tokens: string[];
  /** Returns the text as agents are to see it, without those of the tokens that are the workspace's. */
  textWithout(known: ReadonlySet<string>): string;
};

/** Returns the tokens that a customer's private message carries; null: none. */
export function carriedIn({ account, kind, chatKind, author, text, referral }: Carrier): Carried | null {
  if (chatKind !== 'private' || author !== 'customer') return null;
  const inReferral = referral ? tokenInReferral(referral) : null;
  if (referral && inReferral !== null) {
    const without = text.endsWith(referral)
      ? `${text.slice(0, -referral.length)}${inReferral.rest}`.trimEnd()
      : text;
    return { tokens: [inReferral.token], textWithout: () => orAsWritten(without) };
  }
  // The pages of Parley's own chat hand tokens over beside the text, which stays as the visitor has typed it.
  const tokens = account.platform === 'webchat' ? [] : tokensInText(text);
  if (tokens.length === 0) return null;
  return { tokens, textWithout: (known) => orAsWritten(withoutTokens(text, known)) };

  /** A message of nothing but its reference stays as it was written: without a text there is nothing to look at. */
  function orAsWritten(without: string): string {
    return without === '' && kind === 'text' ? text : without;
  }
}
