/** Locale files are found by their folder's name: each feature keeps its texts, and no list has to be maintained. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{app,features,pages,ui}/**/locales/zh-CN.json',
  {
    eager: true,
    import: 'default',
  },
);

export const texts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
