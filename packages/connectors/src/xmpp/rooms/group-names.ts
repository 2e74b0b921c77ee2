import { createHash } from 'node:crypto';

/**
 * Returns the name of a room's message: the room, and the room's id of it (XEP-0359), which replies, reactions and retractions
 * use. The room is included because another room could choose the same id.
 */
export const groupMessageId = (room: string, stanzaId: string): string => `${room} ${stanzaId}`;

/** Returns the room's id in a message's name; null if the room assigned none. */
export function stanzaIdIn(name: string): string | null {
  const space = name.indexOf(' ');
  const id = space < 0 ? '' : name.slice(space + 1);
  return id === '' || id.startsWith(unnamed) ? null : id;
}

const unnamed = 'local:';

/** Returns a name for a message to which the room assigned no id. */
export function unnamedMessageId(room: string, parts: readonly string[]): string {
  return `${room} ${unnamed}${createHash('sha256').update(parts.join('\u0000')).digest('base64url')}`;
}

const longestReference = 200;

/**
 * Returns the name by which a later correction finds a member's message: corrections use the id chosen by the sender's client
 * (XEP-0308), which another member may choose as well. Null: too long, or missing.
 */
export function memberReference(memberId: string, stanzaId: string | undefined): string | null {
  if (stanzaId === undefined || stanzaId === '') return null;
  const digest = createHash('sha256').update(`${memberId}\u0000${stanzaId}`).digest('base64url');
  return stanzaId.length > longestReference ? null : `member ${digest}`;
}
