/** The history that an import of `import-process.ts` reads. */
export const processHistory = { pages: 20, messages: 50 };
