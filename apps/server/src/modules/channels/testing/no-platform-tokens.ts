import { noTokens } from '@parley/connectors';
import type { TokenKeeper } from '../platform-tokens/token-keeper.ts';

/** For tests of connectors without tokens. */
export const noPlatformTokens: TokenKeeper = {
  of: () => noTokens,
  tend: async () => undefined,
  settled: async () => undefined,
};
