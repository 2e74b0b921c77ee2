import { createHash } from 'node:crypto';

/**
 * The name of a room's message: the room, and the room's id for it (XEP-0359), which answers, reactions and retractions
 * use. With the room in it, as another room could choose the same id.
 */
export const groupMessageId = (room: string, stanzaId: string): string => `${room} ${stanzaId}`;

/** The id behind the room in a message's name; null: the room gave it none. */
export function stanzaIdIn(name: string): string | null {
  const space = name.indexOf(' ');
  const id = space < 0 ? '' : name.slice(space + 1);
  return id === '' || id.startsWith(unnamed) ? null : id;
}

const unnamed = 'local:';

/** A name for a message that the room gave no id. */
export function unnamedMessageId(room: string, parts: readonly string[]): string {
  return `${room} ${unnamed}${createHash('sha256').update(parts.join('\u0000')).digest('base64url')}`;
}

const longestReference = 200;

/**
 * The name by which a later correction finds a member's message: corrections use the id that the sender's program chose
 * (XEP-0308), which another member may choose, too. Null: too long, or none.
 */
export function memberReference(memberId: string, stanzaId: string | undefined): string | null {
  if (stanzaId === undefined || stanzaId === '') return null;
  const digest = createHash('sha256').update(`${memberId}\u0000${stanzaId}`).digest('base64url');
  return stanzaId.length > longestReference ? null : `member ${digest}`;
}
