import { choice } from '../entities/fans/choice.ts';

export const filter = choice;
