/** The sender's id inside a `platformMessageId`; null if the sender didn't ask for displayed markers. */
export function markableId(platformMessageId: string): string | null {
  const space = platformMessageId.indexOf(' ');
  return space < 0 ? null : platformMessageId.slice(space + 1);
}
