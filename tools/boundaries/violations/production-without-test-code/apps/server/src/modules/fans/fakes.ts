export const fakeFans = 1;
