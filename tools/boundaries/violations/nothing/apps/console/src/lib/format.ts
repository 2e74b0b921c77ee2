export const format = 1;
