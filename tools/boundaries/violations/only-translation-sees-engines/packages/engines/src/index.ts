export const apertium = 1;
