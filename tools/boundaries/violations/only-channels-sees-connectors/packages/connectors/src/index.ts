export const telegram = 1;
