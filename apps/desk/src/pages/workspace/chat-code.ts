import { lateCode } from '@parley/ui';

/** The code of an open conversation, loaded after the list. */
export const chatCode = lateCode(() => import('./Chat.tsx'));
