export const call = 'x';
