import { type MediaKind, reactionEmoji } from '@parley/contract/conversations';
import { captionText, messageText } from '@parley/contract/values';
import { z } from 'zod';
import type { ConnectorHost, InboundFrame, InboundMedia, InboundText } from '../spec.ts';

/** The token of a split link's visit, from the page's address, where anybody can put anything. */
const visitToken = z.string().max(100);

/** The payload from a visitor's browser, which generates the id and resends it until it receives a response. */
const named = { id: z.uuid(), replyTo: z.uuid().optional(), visit: visitToken.nullish() };
const payload = z.strictObject({ ...named, text: messageText });
const ofFile = { fileId: z.uuid(), voice: z.boolean().optional() };
const payloadWithFile = z.strictObject({ ...named, text: captionText, ...ofFile });

/** The writer, as identified by the visitor's token, never by the payload. */
export type Visitor = {
  /** The conversation, which is also the visitor's id within the account. */
  chatId: string;
  displayName: string | null;
  /** The browser's language. */
  language: string | null;
};

/** The file that the payload's `fileId` names, after the server has inspected it. */
export type VisitorFile = { id: string; kind: MediaKind; name: string; contentType: string; size: number };

export type VisitorResult =
  | { ok: true; message: InboundText | InboundMedia }
  | { ok: false; fields: string[] };

/**
 * Accepts one message of a visitor and resolves when it is durable; only then may it be acknowledged. Idempotent by id.
 * `fields` names the payload's invalid fields. Rejects if the host couldn't store the message.
 */
export async function receiveFromVisitor(
  host: Pick<ConnectorHost, 'accept' | 'clock'>,
  visitor: Visitor,
  body: unknown,
  file: VisitorFile | null = null,
): Promise<VisitorResult> {
  const parsed = (file === null ? payload : payloadWithFile).safeParse(body);
  if (!parsed.success) {
    return { ok: false, fields: invalidFields(parsed.error) };
  }
  const frame: InboundFrame = {
    platformMessageId: parsed.data.id,
    replyTo: parsed.data.replyTo ?? null,
    chatId: visitor.chatId,
    chatKind: 'private',
    chatTitle: null,
    from: { id: visitor.chatId, displayName: visitor.displayName, language: visitor.language },
    ...(parsed.data.visit ? { referral: parsed.data.visit } : {}),
    sentAt: host.clock.now(),
    history: false,
  };
  const message = contentOf(frame, clean(parsed.data.text), file);
  await host.accept([message]);
  return { ok: true, message };
}

/** The file is already on the server, so its id serves as the handle. */
function contentOf(frame: InboundFrame, text: string, file: VisitorFile | null): InboundText | InboundMedia {
  if (file === null) return { ...frame, kind: 'text', text };
  const { id, kind, ...rest } = file;
  return { ...frame, kind, text, media: { key: id, ...rest } };
}

/** Replaces lone surrogates and NUL, which PostgreSQL and JSON refuse or mangle. */
const clean = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd');

const invalidFields = ({ issues }: z.ZodError) => [...new Set(issues.map(({ path }) => path.join('.')))];

const target = z.uuid();
const changePayload = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('edited'), target, text: captionText }),
  z.strictObject({ kind: z.literal('deleted'), target }),
  z.strictObject({ kind: z.literal('reacted'), target, reactions: z.array(reactionEmoji).max(1) }),
]);

export type VisitorChangeResult = { ok: true; found: boolean } | { ok: false; fields: string[] };

/**
 * Makes a visitor's change to a message and resolves when it is durable. `target` is the id by which the page knows the
 * message. The time is the server's, as a visitor's clock can't be trusted. `found` is false if this chat has no such message.
 */
export async function changeFromVisitor(
  host: Pick<ConnectorHost, 'change' | 'clock'>,
  { chatId }: Pick<Visitor, 'chatId'>,
  body: unknown,
): Promise<VisitorChangeResult> {
  const parsed = changePayload.safeParse(body);
  if (!parsed.success) return { ok: false, fields: invalidFields(parsed.error) };
  const change =
    parsed.data.kind === 'edited' ? { ...parsed.data, text: clean(parsed.data.text) } : parsed.data;
  return { ok: true, found: await host.change({ ...change, chatId, by: chatId, at: host.clock.now() }) };
}
