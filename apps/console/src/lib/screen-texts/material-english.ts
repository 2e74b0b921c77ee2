/** Texts of the screens of materials and replies. */
const parts = import.meta.glob<Record<string, object>>(
  '../../{entities/template-text,features/{materials,quick-replies,reply-rules},pages/material}/**/locales/en-US.json',
  {
    eager: true,
    import: 'default',
  },
);

export const screenTexts = Object.fromEntries(Object.values(parts).flatMap(Object.entries));
