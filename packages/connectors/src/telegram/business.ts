/**
 * The business account of a person for whom the bot answers. Any premium user may connect a bot, so only the person named by
 * the owner is accepted. Chats of that account are named `b<person's id>/<chat id>`, because the same customer may also write
 * to the bot itself.
 *
 * Sources: https://core.telegram.org/bots/api#businessconnection, #businessbotrights, #businessmessagesdeleted, #message
 * (business_connection_id, sender_business_bot), #getbusinessconnection, #deletebusinessmessages; for each field, grammY's
 * types of Bot API 9 (`@grammyjs/types`, manage.d.ts, message.d.ts, methods.d.ts).
 */
import type { PlatformFault } from '@parley/contract/channels';
import type { Api } from 'grammy';
import type { Message } from 'grammy/types';
import { z } from 'zod';
import { createBoundedMap } from '../kit/bounded-map.ts';
import type { ConnectorHost, InboundMessage, Peer } from '../spec.ts';
import { failureOf, resultOf } from './api.ts';
import { nameOf, type Self } from './groups.ts';
import { allowedUpdates, inboundMessage } from './inbound.ts';
import type { TelegramCredentials } from './manifest.ts';

const businessUpdates = [
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
] as const;

const stored = z.object({
  /** The connection's id, which changes when the person disconnects and reconnects the bot. */
  id: z.string(),
  person: z.int(),
  enabled: z.boolean(),
  canReply: z.boolean(),
  canDelete: z.boolean(),
  /** The person as the owner named them at that time: naming another person ends the connection. */
  wanted: z.string(),
});
export type StoredBusiness = Omit<z.output<typeof stored>, 'wanted'>;

export const connectionShape = z.object({
  id: z.string().min(1).max(200),
  user: z.object({ id: z.int().positive(), username: z.string().max(1_000).optional() }),
  is_enabled: z.boolean(),
  rights: z
    .object({ can_reply: z.boolean().optional(), can_delete_outgoing_messages: z.boolean().optional() })
    .optional(),
});
type Connection = z.output<typeof connectionShape>;

/** Returns whether this is the person named by the owner, by id or by user name. */
export function isNamedUser({ id, username }: Connection['user'], wanted: string): boolean {
  const name = wanted.replace(/^@/, '').toLowerCase();
  return name === String(id) || name === username?.toLowerCase();
}

/** Returns the connection in force after a report: the end of an earlier connection doesn't end a later one. */
export function nextConnection(before: StoredBusiness | null, given: Connection): StoredBusiness {
  const { id, user, is_enabled: enabled, rights } = given;
  const isOther = before !== null && before.id !== id && before.person === user.id;
  if (isOther && before.enabled && !enabled) return before;
  const { can_reply: canReply = false, can_delete_outgoing_messages: canDelete = false } = rights ?? {};
  return { id, person: user.id, enabled, canReply, canDelete };
}

export type Business = {
  /** Records a reported connection. */
  reported(connection: Connection): Promise<void>;
  /** Returns the id of the person of a connection; null if it isn't the person named by the owner. */
  personOf(connectionId: string): Promise<number | null>;
  /** Returns the connection in force; null if there has been none. */
  current(): Promise<StoredBusiness | null>;
};

/** The key of the connection in force. */
const valueKey = 'business';

/** Returns null if the owner has named no person; business updates are then not requested. */
export function createBusiness(
  { businessUser }: TelegramCredentials,
  { values }: Pick<ConnectorHost, 'values'>,
  api: Api,
): Business | null {
  if (businessUser === undefined) return null;
  /** People by connection id; null: not the person named by the owner. */
  const people = createBoundedMap<{ person: number | null }>(1_000);
  const current = async (): Promise<StoredBusiness | null> => {
    const value = await values.get(valueKey);
    const read = value === null ? undefined : stored.safeParse(JSON.parse(value)).data;
    return read?.wanted === businessUser ? read : null;
  };
  const reported = async (connection: Connection): Promise<void> => {
    const { id, user } = connection;
    const before = await current();
    // Once identified, the person is recognized only by id: anybody can take a user name that was given up.
    const isPerson = before === null ? isNamedUser(user, businessUser) : before.person === user.id;
    people.set(id, { person: isPerson ? user.id : null });
    if (!isPerson) return;
    const next = { ...nextConnection(before, connection), wanted: businessUser };
    await values.set(valueKey, JSON.stringify(next));
  };
  return {
    reported,
    current,
    async personOf(connectionId) {
      const known = people.get(connectionId);
      if (known) return known.person;
      const inForce = await current();
      if (inForce?.id === connectionId) return inForce.person;
      const asked = api.raw.getBusinessConnection({ business_connection_id: connectionId });
      const connection = await resultOf(connectionShape, asked).catch((error: unknown) => {
        // The platform no longer knows it; after any other error the same updates are tried again.
        const { code } = failureOf(error);
        if (code !== null && code < 500 && code !== 429) return null;
        throw error;
      });
      if (connection) await reported(connection);
      else people.set(connectionId, { person: null });
      return people.get(connectionId)?.person ?? null;
    },
  };
}

const prefixOf = (person: number) => `b${person}/`;

/** Returns Parley's name for a chat or message of the person's account. */
export const businessNameOf = (person: number, name: string): string => `${prefixOf(person)}${name}`;

/** Returns the person and the rest of a chat's or message's name; null for the bot's own. */
export function businessIn(name: string): { person: number; rest: string } | null {
  const [, person, rest] = /^b(\d{1,20})\/(.+)$/.exec(name) ?? [];
  return person === undefined || rest === undefined ? null : { person: Number(person), rest };
}

/**
 * Returns a message of the person's chats, written by the customer or by the person. Null: this bot sent it, or it has no
 * author.
 */
export function businessMessage(message: Message, self: Self, person: number): InboundMessage | null {
  if (message.sender_business_bot?.id === self.id) return null;
  const read = inboundMessage(message, self);
  if (read === null) return null;
  const { replyTo } = read;
  const named = {
    ...read,
    platformMessageId: businessNameOf(person, read.platformMessageId),
    chatId: businessNameOf(person, read.chatId),
    replyTo: replyTo ? businessNameOf(person, replyTo) : null,
  };
  if (message.from?.id !== person) return named;
  return { ...named, author: 'business', from: customerIn(message) };
}

/** Returns the customer, whose name is also the name of the chat. */
function customerIn({ chat }: Message): Peer {
  const person = { id: chat.id, is_bot: false, first_name: chat.first_name ?? '' };
  return {
    id: String(chat.id),
    displayName: nameOf(chat.last_name === undefined ? person : { ...person, last_name: chat.last_name }),
    handle: chat.username ?? null,
    language: null,
  };
}

/** Returns the reason why the bot can't answer for the person; null: it can. */
function businessFault(connection: StoredBusiness | null): PlatformFault | null {
  if (!connection?.enabled) return 'business-not-connected';
  return connection.canReply ? null : 'business-no-reply';
}

/** Returns the kinds of updates to request. */
export const updatesFor = (business: Business | null) =>
  business === null ? allowedUpdates : ([...allowedUpdates, ...businessUpdates] as const);

/** Returns a function that reports the account as online: always, or only if the business account's fault has changed. */
export function reportOnline(host: Pick<ConnectorHost, 'state'>, business: Business | null) {
  let shown: PlatformFault | null = null;
  return async (always: boolean): Promise<void> => {
    // While the database is unavailable, assume that nothing has changed.
    const fault = business === null ? null : await business.current().then(businessFault, () => shown);
    if (!always && fault === shown) return;
    shown = fault;
    host.state('online', fault ?? undefined);
  };
}

export type BusinessTarget =
  | { ok: true; business_connection_id?: string; canDelete: boolean }
  | { ok: false; reason: PlatformFault };

/** Returns the connection through which to write to a chat; the bot's own chats need none. */
export async function targetOf(chatId: string, business: Business | null): Promise<BusinessTarget> {
  const named = businessIn(chatId);
  if (named === null) return { ok: true, canDelete: true };
  const connection = (await business?.current()) ?? null;
  const isSame = connection?.person === named.person;
  const fault = businessFault(isSame ? connection : null);
  if (fault !== null || connection === null) return { ok: false, reason: fault ?? 'business-not-connected' };
  return { ok: true, business_connection_id: connection.id, canDelete: connection.canDelete };
}
