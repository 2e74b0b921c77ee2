/** Returns the sender's id inside a `platformMessageId`; null if the sender didn't ask for displayed markers. */
export function markableId(platformMessageId: string): string | null {
  const space = platformMessageId.indexOf(' ');
  return space < 0 ? null : platformMessageId.slice(space + 1);
}

/** Returns the stanza id of a medium's caption: other clients show a text next to a file as a separate message. */
export const captionId = (messageId: string) => `${messageId}-caption`;

const captionForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-caption$/;

/** Returns the id of the business's message to which one of its stanza ids belongs; other ids are returned unchanged. */
export const ownMessageId = (stanzaId: string): string => captionForm.exec(stanzaId)?.[1] ?? stanzaId;
