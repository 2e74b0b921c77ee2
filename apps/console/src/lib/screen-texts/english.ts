/**
 * Each noun's texts are collected by the name of their folder, except those used by one section only: they are loaded
 * with it.
 */
const parts = import.meta.glob<Record<string, object>>(
  [
    '../../{app/shell,entities,features,pages,ui}/**/locales/en-US.json',
    '!../../{features/{dedupe-libraries,fan-tags,fans,prospective-fans,split-domains,split-links,work-order-shares,work-orders},pages/{fans-operation,work-order}}/**/locales/en-US.json',
    '!../../{entities/operator,features/{mails,operator-login,owners,system-settings,tenants},pages/operator}/**/locales/en-US.json',
    '!../../{entities/template-text,features/{materials,quick-replies,reply-rules},pages/material}/**/locales/en-US.json',
    '!../../{entities/share-links,features/{account-purges,chat-history,isolation-profiles,proxies,ratings,sensitive-words}}/**/locales/en-US.json',
    '!../../pages/coming-soon/locales/en-US.json',
  ],
  { eager: true, import: 'default' },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
