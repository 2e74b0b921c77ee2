/** Texts of pages that are coming soon. */
const parts = import.meta.glob<Record<string, object>>('../../pages/coming-soon/locales/en-US.json', {
  eager: true,
  import: 'default',
});

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
