/** Texts of the operator's screens. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{entities/operator,features/{mails,operator-login,owners,system-settings,tenants},pages/operator}/**/locales/zh-CN.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
