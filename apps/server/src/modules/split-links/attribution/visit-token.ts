/** Visit tokens: created with a visit, carried by its account link, and looked for in messages until they expire. */
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

/** Visitors may send a prefilled text days later. */
export const tokenMs = 7 * 86_400_000;

export type TokenLink = { token: string; url: string };

/** Returns the account link of one visit with its token, greeting in the visitor's `language`; null if such links carry none. */
export function createTokenLink(platform: PlatformId, url: string, language: string): TokenLink | null {
  const token = readableCode(visitTokenLength);
  const greeting = greetings[language] ?? greetings.en;
  const carrying = linkWithToken(platform, url, { token, greeting });
  return carrying === null ? null : { token, url: carrying };
}

/** The fields of a message that decide whether it carries a token. */
export type TokenCandidate = {
  account: { platform: PlatformId };
  kind: MessageKind;
  chatKind: 'private' | 'group';
  author: 'customer' | 'business';
  text: string;
  /** The parameter of the link that the author opened. */
  referral?: string | null;
};

export type MessageTokens = {
  tokens: string[];
  /** Returns the text to show to agents, without the `known` tokens: those that belong to the workspace. */
  textWithout(known: ReadonlySet<string>): string;
};

/** Returns the tokens in a customer's private message, or null if there are none. */
export function tokensInMessage({
  account,
  kind,
  chatKind,
  author,
  text,
  referral,
}: TokenCandidate): MessageTokens | null {
  if (chatKind !== 'private' || author !== 'customer') return null;
  const inReferral = referral ? tokenInReferral(referral) : null;
  if (referral && inReferral !== null) {
    const without = text.endsWith(referral)
      ? `${text.slice(0, -referral.length)}${inReferral.rest}`.trimEnd()
      : text;
    return { tokens: [inReferral.token], textWithout: () => orAsWritten(without) };
  }
  // Parley's own chat pages send tokens beside the text, which is left as typed.
  const tokens = account.platform === 'webchat' ? [] : tokensInText(text);
  if (tokens.length === 0) return null;
  return { tokens, textWithout: (known) => orAsWritten(withoutTokens(text, known)) };

  /** A message that consists of a reference only keeps it: an empty message would tell the agent nothing. */
  function orAsWritten(without: string): string {
    return without === '' && kind === 'text' ? text : without;
  }
}
