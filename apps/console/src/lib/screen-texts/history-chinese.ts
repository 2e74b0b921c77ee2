/** The texts of the chat history. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{entities/share-links,features/chat-history}/**/locales/zh-CN.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
