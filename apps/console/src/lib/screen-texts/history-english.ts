/** Texts of the chat history and of ratings. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{entities/share-links,features/{chat-history,ratings}}/**/locales/en-US.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
