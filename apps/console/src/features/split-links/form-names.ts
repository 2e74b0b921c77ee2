/** The names of forms in the page's URL; any other name is the id of a split link. */
export const formNames = { create: 'new', many: 'many', copyOf: (id: string) => `copy-${id}` } as const;
