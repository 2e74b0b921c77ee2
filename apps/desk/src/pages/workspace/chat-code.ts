/** The code of an open conversation, which comes after the list. */
export const fetchChat = () => import('./Chat.tsx');

/** Fetches it ahead; what fails is fetched again when a conversation is opened. */
export function prefetchChat(): void {
  fetchChat().catch(() => undefined);
}
