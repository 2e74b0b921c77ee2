export const label = 'x';
