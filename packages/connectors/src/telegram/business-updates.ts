/** Parses updates about a person's business account. Sources: see `business.ts`. */
import type { Update } from 'grammy/types';
import type { InboundMessage } from '../spec.ts';
import { type Business, businessMessage, businessNameOf } from './business.ts';
import { editOf, type TelegramChange } from './changes.ts';
import type { Self } from './groups.ts';
import { nameOfMessage } from './message-name.ts';

type BusinessContents = { message: InboundMessage | null; changes: readonly TelegramChange[] };

const nothing: BusinessContents = { message: null, changes: [] };

/**
 * Returns the contents of an update about the business account that the owner has named; empty for another person's account.
 * Null: the update concerns no business account.
 */
export async function businessContents(
  update: Update,
  self: Self,
  business: Business,
  now: number,
): Promise<BusinessContents | null> {
  const {
    business_connection: connection,
    business_message: written,
    edited_business_message: edited,
    deleted_business_messages: deleted,
  } = update;
  if (connection) {
    await business.reported(connection);
    return nothing;
  }
  const id = (written ?? edited ?? deleted)?.business_connection_id;
  if (id === undefined) return null;
  const person = await business.personOf(id);
  if (person === null) return nothing;
  if (written) return { message: businessMessage(written, self, person), changes: [] };
  if (edited) {
    const message = businessMessage(edited, self, person);
    const change = message && editOf(edited, message);
    return { message: null, changes: change ? [change] : [] };
  }
  return { message: null, changes: deleted ? deletionsOf(deleted, person, now) : [] };
}

/**
 * The platform reports neither who deleted the messages nor when; the server ignores deletions of the business's own messages.
 */
function deletionsOf(
  { chat, message_ids }: NonNullable<Update['deleted_business_messages']>,
  person: number,
  at: number,
): TelegramChange[] {
  const chatId = businessNameOf(person, String(chat.id));
  return message_ids.map((message_id) => ({
    change: {
      kind: 'deleted',
      chatId,
      target: businessNameOf(person, nameOfMessage({ chat, message_id })),
      by: String(chat.id),
      at,
    },
    message: null,
  }));
}
