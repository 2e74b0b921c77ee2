import type { Conversation } from '@parley/contract/conversations';
import * as quickRepliesApi from '@parley/contract/quick-replies';
import { printableLine } from '@parley/ui';

const longest = 80;

/** Returns the name by which a quick reply addresses a customer, on one line. */
export function customerName(conversation: Pick<Conversation, 'kind' | 'named' | 'title'>): string | null {
  return printableLine(quickRepliesApi.customerName(conversation) ?? '', longest) || null;
}
