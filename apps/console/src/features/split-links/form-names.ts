/** The names of forms in the page's address; any other is the id of a split link. */
export const formNames = { create: 'new', many: 'many', copyOf: (id: string) => `copy-${id}` } as const;
