/** Texts of proxies, isolation profiles and the deletion of accounts. */
const parts = import.meta.glob<Record<string, object>>(
  '../../features/{account-purges,isolation-profiles,proxies}/**/locales/en-US.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
