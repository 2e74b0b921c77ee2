import type { ExamplesOf } from '../example.ts';
import type * as endpoints from './index.ts';

export const examples: ExamplesOf<typeof endpoints> = {
  setTimeZone: {
    body: { timeZone: 'Europe/Madrid', replaces: 'Asia/Shanghai' },
    answer: { timeZone: 'Europe/Madrid', firstDay: '2026-03-02' },
  },
};
