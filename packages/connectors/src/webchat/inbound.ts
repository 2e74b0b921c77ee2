import { messageText } from '@parley/contract/values';
import { z } from 'zod';
import type { ConnectorHost, InboundText } from '../spec.ts';

/** The payload from a visitor's browser. The id is made there and sent again until it was answered. */
const payload = z.strictObject({ id: z.uuid(), text: messageText });

/** The writer, as identified by the visitor's token; nothing of it comes with the payload. */
export type Visitor = {
  /** The conversation, and the visitor's id within the account. */
  chatId: string;
  displayName: string | null;
  /** The browser's language. */
  language: string | null;
};

export type VisitorResult = { ok: true; message: InboundText } | { ok: false; fields: string[] };

/**
 * Accepts one message of a visitor and resolves when it is durable: only then may it be acknowledged. Idempotent by
 * id. `fields` names the invalid fields of the payload. Rejects if the host couldn't store it.
 */
export async function receiveFromVisitor(
  host: Pick<ConnectorHost, 'accept' | 'clock'>,
  visitor: Visitor,
  body: unknown,
): Promise<VisitorResult> {
  const parsed = payload.safeParse(body);
  if (!parsed.success) {
    return { ok: false, fields: [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))] };
  }
  const message: InboundText = {
    kind: 'text',
    platformMessageId: parsed.data.id,
    chatId: visitor.chatId,
    chatKind: 'private',
    chatTitle: null,
    from: { id: visitor.chatId, displayName: visitor.displayName, language: visitor.language },
    // PostgreSQL and JSON both refuse or mangle the two things that this takes out: lone surrogates and NUL.
    text: parsed.data.text.toWellFormed().replaceAll('\u0000', '\ufffd'),
    sentAt: host.clock.now(),
    history: false,
  };
  await host.accept([message]);
  return { ok: true, message };
}
