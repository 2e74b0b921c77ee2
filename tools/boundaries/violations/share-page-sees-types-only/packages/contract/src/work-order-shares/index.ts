export const limit = 1;
