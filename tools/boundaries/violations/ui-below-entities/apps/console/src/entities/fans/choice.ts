export const choice = 1;
