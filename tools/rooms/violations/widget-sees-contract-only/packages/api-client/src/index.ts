export type Call = number;
