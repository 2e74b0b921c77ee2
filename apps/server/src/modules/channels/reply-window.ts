import { capabilitiesOf } from '@parley/connectors';
import type { ReplyWindow } from '@parley/contract/conversations';

/** Returns the time after a customer's message within which a platform takes messages; null: it takes them at any time. */
export const windowOf = (platform: string): ReplyWindow | null => capabilitiesOf(platform)?.window ?? null;
