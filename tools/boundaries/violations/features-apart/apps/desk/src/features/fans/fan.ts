export const fan = 1;
