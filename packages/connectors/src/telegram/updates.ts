/** Schemas of updates. The server at `apiRoot` is untrusted and may send anything. */
import type { Update } from 'grammy/types';
import { z } from 'zod';
import type { ConnectorHost, InboundMessage } from '../spec.ts';
import { type Business, connectionShape } from './business.ts';
import { businessContents } from './business-updates.ts';
import { inboundChange, type TelegramChange } from './changes.ts';
import { type GroupFacts, groupFacts, mentionsByName, type Self } from './groups.ts';
import { inboundMessage } from './inbound.ts';

const name = z.string().max(1_000);
const person = z.object({
  id: z.int(),
  first_name: name,
  last_name: name.optional(),
  username: name.optional(),
  language_code: z.string().max(100).optional(),
});
const chat = z.object({
  id: z.int(),
  type: z.string().max(100),
  title: name.optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  username: name.optional(),
});

/** Seconds since the epoch, up to the year 9999. */
const moment = z.int().min(0).max(253_402_300_799);

const file = z.object({
  file_id: z.string().max(500),
  file_name: name.optional(),
  mime_type: z.string().max(200).optional(),
  file_size: z.int().min(0).optional(),
  width: z.int().min(0).optional(),
  height: z.int().min(0).optional(),
  duration: z.number().min(0).optional(),
});
const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

const entities = z
  .array(
    z
      .object({
        type: z.string().max(100),
        offset: z.int().min(0),
        length: z.int().min(0),
        user: person.optional(),
      })
      .refine(({ type, user }) => type !== 'text_mention' || user !== undefined),
  )
  .max(1_000);

const answered = z.object({
  message_id: z.int(),
  chat,
  forum_topic_created: z.object({ name }).optional(),
});

const message = z.object({
  message_id: z.int(),
  date: moment,
  edit_date: moment.optional(),
  chat,
  reply_to_message: answered.optional(),
  from: person.optional(),
  sender_chat: chat.optional(),
  business_connection_id: z.string().max(200).optional(),
  sender_business_bot: person.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: entities.optional(),
  caption_entities: entities.optional(),
  new_chat_members: z.array(person).max(1_000).optional(),
  left_chat_member: person.optional(),
  new_chat_title: name.optional(),
  migrate_to_chat_id: z.int().optional(),
  migrate_from_chat_id: z.int().optional(),
  forum_topic_created: z.object({ name }).optional(),
  forum_topic_edited: z.object({ name: name.optional() }).optional(),
  message_thread_id: z.int().optional(),
  photo: z.array(file).max(20).optional(),
  video: file.optional(),
  animation: file.optional(),
  video_note: file.optional(),
  audio: file.optional(),
  voice: file.optional(),
  document: file.optional(),
  sticker: file.extend({ is_animated: z.boolean().optional(), thumbnail: file.optional() }).optional(),
  contact: z
    .object({
      phone_number: z.string().max(100),
      first_name: name,
      last_name: name.optional(),
      user_id: z.int().optional(),
    })
    .optional(),
  location: place.optional(),
  venue: z.object({ location: place, title: name, address: name }).optional(),
});

const ofConnection = message.required({ business_connection_id: true });

const reaction = z.object({
  chat,
  message_id: z.int(),
  user: person.optional(),
  actor_chat: chat.optional(),
  date: moment,
  new_reaction: z
    .array(
      z
        .object({ type: z.string().max(100), emoji: z.string().max(100).optional() })
        .refine(({ type, emoji }) => type !== 'emoji' || emoji !== undefined),
    )
    .max(100),
});

const memberUpdate = z.object({
  chat,
  new_chat_member: z
    .object({ status: z.string().max(100), user: person, is_member: z.boolean().optional() })
    .refine(({ status, is_member }) => status !== 'restricted' || is_member !== undefined),
});

const update = z.object({
  update_id: z.int(),
  message: message.optional(),
  edited_message: message.optional(),
  message_reaction: reaction.optional(),
  my_chat_member: memberUpdate.optional(),
  chat_member: memberUpdate.optional(),
  business_connection: connectionShape.optional(),
  business_message: ofConnection.optional(),
  edited_business_message: ofConnection.optional(),
  deleted_business_messages: z
    .object({
      business_connection_id: z.string().max(200),
      chat,
      message_ids: z.array(z.int()).max(1_000),
    })
    .optional(),
});
const number = update.pick({ update_id: true });

/** An update, parsed only up to its number, which confirms it; its content is parsed later, under a guard. */
export type NumberedUpdate = z.output<typeof number>;

/** Passes the update through unchanged: copying it with all its fields could cost more than parsing it. */
const numbered = z.custom<NumberedUpdate>((value) => number.safeParse(value).success);

/** Returns the update if it has a valid number, else null. */
export function numberedUpdate(value: unknown): NumberedUpdate | null {
  return numbered.safeParse(value).data ?? null;
}

/** Returns the parsed update; null if the value is no update, or one that this version doesn't support. */
function readUpdate(value: unknown): Update | null {
  // The shape covers every field that is read; grammY's type has others that are not.
  return update.safeParse(value).success ? (value as Update) : null;
}

/**
 * The number of updates per request. The platform allows 100; this many, with the longest texts and the most entities that a
 * message and the one it replies to can have, stay within the limits of `readAnswer`. Source:
 * https://core.telegram.org/bots/api#getupdates
 */
export const updatesLimit = 50;

/** Checks the length first: validating each item of an arbitrarily long list would block the event loop. */
export const updateBatch = z.array(z.unknown()).max(updatesLimit).pipe(z.array(numbered));

/** Parses a payload that was set aside. Throws while it doesn't match the published shape. Returns no changes. */
export function rereadUpdate(payload: string): InboundMessage[] {
  const update = readOrThrow(JSON.parse(payload));
  // The account that it concerns is known only when its updates are received.
  if (update.business_message) throw new Error('a message of a business account');
  const { message } = contentsOf(update, nobody);
  return message ? [message] : [];
}

/** For a payload from before: whether it mentions the bot is no longer known. */
const nobody: Self = { id: 0, username: null };

type Contents = {
  message: InboundMessage | null;
  changes: readonly TelegramChange[];
  group: GroupFacts | null;
};

function readOrThrow(value: unknown): Update {
  const read = readUpdate(value);
  if (!read) throw new Error('an update of unknown shape');
  return read;
}

function contentsOf(read: Update, self: Self): Contents {
  return {
    message: read.message ? inboundMessage(read.message, self) : null,
    changes: [inboundChange(read, self)].filter((one) => one !== null),
    group: groupFacts(read, self),
  };
}

type Accepting = Pick<ConnectorHost, 'accept' | 'change' | 'setAside' | 'group' | 'chatMoved' | 'clock'>;

/** The bot; its name is requested only if a message might mention it. */
export type SelfSource = { id: number; username(): Promise<string | null> };

/**
 * Accepts the messages of these updates in order, then their changes. An update that can't be parsed is set aside and doesn't
 * block the others.
 */
export async function acceptUpdates(
  host: Accepting,
  updates: readonly NumberedUpdate[],
  source: SelfSource,
  business: Business | null,
): Promise<void> {
  const contents: Contents[] = [];
  const read: Update[] = [];
  const unreadable: NumberedUpdate[] = [];
  for (const one of updates) {
    const update = readUpdate(one);
    if (update === null) unreadable.push(one);
    else read.push(update);
  }
  const username = read.some(mentionsByName) ? await source.username() : null;
  for (const update of read) {
    const self = { id: source.id, username };
    const ofBusiness = business && (await businessContents(update, self, business, host.clock.now()));
    contents.push(ofBusiness ? { ...ofBusiness, group: null } : contentsOf(update, self));
  }
  // A group's new id must be processed before the messages under it, because they belong to the conversation of the old id.
  for (const { group } of contents) if (group?.move) await host.chatMoved(group.move);
  const messages = contents.flatMap(({ message }) => message ?? []);
  if (messages.length > 0) await host.accept(messages);
  for (const { changes } of contents) for (const change of changes) await acceptChange(host, change);
  for (const { group } of contents) for (const report of group?.reports ?? []) await host.group(report);
  for (const one of unreadable)
    await host.setAside({ id: String(one.update_id), payload: JSON.stringify(one) });
}

/** Applies a change; an edited message that was never received is accepted as a new one. */
async function acceptChange(host: Accepting, { change, message }: TelegramChange): Promise<void> {
  if (!(await host.change(change)) && message) await host.accept([message]);
}
