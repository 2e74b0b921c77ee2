/** Texts of the screens of fans and work orders. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{entities/share-links,features/{dedupe-libraries,fan-tags,fans,prospective-fans,split-domains,split-links,work-order-shares,work-orders},pages/{fans-operation,work-order}}/**/locales/zh-CN.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
