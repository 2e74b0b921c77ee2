/** Updates as they are relied on. Whoever runs the server behind `apiRoot` can send anything in their place. */
import type { Update } from 'grammy/types';
import { z } from 'zod';

const name = z.string().max(1_000);
const person = z.looseObject({
  id: z.int(),
  first_name: name,
  last_name: name.optional(),
  username: name.optional(),
  language_code: z.string().max(100).optional(),
});
const chat = z.looseObject({ id: z.int(), type: z.string().max(100), title: name.optional() });

/** Seconds since the epoch, up to the year 9999. */
const moment = z.int().min(0).max(253_402_300_799);

const message = z.looseObject({
  message_id: z.int(),
  date: moment,
  chat,
  from: person.optional(),
  sender_chat: chat.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
});

const update = z.looseObject({ update_id: z.int(), message: message.optional() });

/** Null: it is none, or not one that this version understands. */
export function readUpdate(value: unknown): Update | null {
  // Every field that is read is in the shape; grammY's type has those besides that are not.
  return update.safeParse(value).success ? (value as Update) : null;
}

/** Of an answer to `getUpdates` which the platform never makes longer. Source: https://core.telegram.org/bots/api#getupdates */
const updatesLimit = 100;

export const updateBatch = z.array(z.looseObject({ update_id: z.int() })).max(updatesLimit);
