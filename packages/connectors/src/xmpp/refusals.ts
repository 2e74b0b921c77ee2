import type { Element } from '@xmpp/client';
import { networkReason } from '../kit/errors.ts';
import { ns } from './namespaces.ts';

/** The server ended a stream, or Parley forbids it. `condition` is one of those defined in RFC 6120, 4.9.3. */
export class StreamRefused extends Error {
  readonly condition: string;
  constructor(condition: string, text: string) {
    super(text === '' ? condition : text);
    this.condition = condition;
  }
}

export function streamRefusal(error: Element): StreamRefused {
  const condition =
    error.getChildElements().find((child) => child.name !== 'text')?.name ?? 'undefined-condition';
  return new StreamRefused(condition, error.getChildText('text', ns.streamErrors) ?? '');
}

/** SASL conditions (RFC 6120, 6.5) that are temporary; all others need the owner's action. */
const passing: ReadonlySet<string> = new Set(['temporary-auth-failure', 'aborted']);

export type XmppFailure = { refused: boolean; reason: string };

/** Returns whether a failed attempt to come online is due to the credentials, with the server's own text. */
export function failureOf(error: unknown): XmppFailure {
  if (error instanceof StreamRefused) {
    return { refused: error.condition === 'encryption-required', reason: error.message };
  }
  if (isNamed(error, 'SASLError')) {
    return { refused: !passing.has(error.condition), reason: error.text || error.condition };
  }
  if (isNamed(error, 'StanzaError')) return { refused: false, reason: error.text || error.condition };
  return { refused: false, reason: networkReason(error) };
}

/** Returns the condition of the stanza error that answered a request; null if it failed otherwise. */
export function stanzaCondition(error: unknown): string | null {
  return isStanzaError(error) ? error.condition : null;
}

/** @xmpp/error and @xmpp/middleware 0.14. `element` is the error element, including application-specific children. */
type StanzaError = Error & { condition: string; text: string; type?: string; element?: Element };

export function isStanzaError(error: unknown): error is StanzaError {
  return isNamed(error, 'StanzaError');
}

function isNamed(error: unknown, name: string): error is Error & { condition: string; text: string } {
  return error instanceof Error && error.name === name && 'condition' in error;
}
