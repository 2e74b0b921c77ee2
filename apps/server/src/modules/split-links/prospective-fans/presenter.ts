import { platforms } from '@parley/contract/catalogues';
import type { DeskProspectiveFan, ProspectiveFan } from '@parley/contract/prospective-fans';
import type { DeskProspectiveFanItem, ProspectiveFanItem } from './queries.ts';

const millis = (micros: number) => Math.floor(micros / 1000);

export function presentProspectiveFan(item: ProspectiveFanItem): ProspectiveFan {
  const { id, splitLinkId, splitLinkName, platform, name, contact, message, language, country } = item;
  const { state, reason, note, holderId, holderName, authorName } = item;
  return {
    id,
    splitLinkId,
    splitLinkName,
    platform,
    name,
    contact,
    message,
    language,
    country,
    createdAt: millis(item.createdAt),
    state,
    since: millis(item.since),
    holder: holderId === null ? null : { id: holderId, name: holderName ?? '', authorName },
    reason,
    note,
    conversation: conversationOf(item),
  };
}

function conversationOf(item: ProspectiveFanItem): ProspectiveFan['conversation'] {
  const { conversationId: id, conversationTitle: title, conversationPlatform: platform, chatId } = item;
  if (id === null || title === null || platform === null) return null;
  return { id, title, named: title !== chatId || !platforms[platform].anonymousPeers };
}

export function presentForDesk(item: DeskProspectiveFanItem, subAccountId: string): DeskProspectiveFan {
  const shown = presentProspectiveFan(item);
  return {
    ...shown,
    // Hidden if the conversation belongs to another sub-account.
    conversation: item.conversationOf === subAccountId ? shown.conversation : null,
    own: item.holderId === subAccountId,
    taken: item.taken,
  };
}
