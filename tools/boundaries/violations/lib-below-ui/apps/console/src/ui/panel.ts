export const panel = 1;
