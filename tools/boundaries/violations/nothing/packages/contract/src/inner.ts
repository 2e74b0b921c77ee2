export const inner = 'x';
