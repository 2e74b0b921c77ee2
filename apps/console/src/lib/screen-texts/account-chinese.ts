/** The texts of proxies and isolation profiles. */
const parts = import.meta.glob<Record<string, object>>(
  '../../features/{isolation-profiles,proxies}/**/locales/zh-CN.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
