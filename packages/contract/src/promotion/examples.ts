import type { ExamplesOf } from '../example.ts';
import type * as endpoints from './index.ts';

export const examples: ExamplesOf<typeof endpoints> = {
  reportUserClickLink: { body: { code: 'spring2026' }, answer: null },
};
