export const fans = () => 1;
