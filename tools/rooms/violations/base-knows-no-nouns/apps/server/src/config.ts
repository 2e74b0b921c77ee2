export const config = 'x';
