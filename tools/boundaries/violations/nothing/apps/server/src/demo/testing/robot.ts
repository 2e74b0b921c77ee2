export const robot = 1;
