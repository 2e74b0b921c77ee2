/** The sender's id inside a `platformMessageId`; null if the sender didn't ask for displayed markers. */
export function markableId(platformMessageId: string): string | null {
  const space = platformMessageId.indexOf(' ');
  return space < 0 ? null : platformMessageId.slice(space + 1);
}

/** The stanza of a medium's caption: other programs show a text beside a file as a separate message. */
export const captionId = (messageId: string) => `${messageId}-caption`;

const captionForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-caption$/;

/** Returns the business's message that a stanza id of hers belongs to; ids of others stay as they are. */
export const ownMessageId = (stanzaId: string): string => captionForm.exec(stanzaId)?.[1] ?? stanzaId;
