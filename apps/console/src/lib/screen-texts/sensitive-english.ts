/** Texts of the sensitive-word rules and records. */
const parts = import.meta.glob<Record<string, object>>(
  '../../features/sensitive-words/**/locales/en-US.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
