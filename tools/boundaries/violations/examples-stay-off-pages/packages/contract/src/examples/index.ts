export const sample = {};
