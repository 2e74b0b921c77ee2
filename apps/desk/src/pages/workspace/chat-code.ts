import { lazyCode } from '@parley/ui';

/** The code of an open conversation, loaded after the list. */
export const chatCode = lazyCode(() => import('./Chat.tsx'));
