import { isNamed } from '@parley/contract/catalogues';
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
  const { conversationId: id } = item;
  const titled = titleOf(item);
  if (id === null || titled === null) return null;
  return { id, title: titled.title, named: isNamed(titled) };
}

/** Returns what the conversation's title is made of; null: there is no conversation. */
export function titleOf({
  conversationTitle: title,
  chatId,
  conversationPlatform: platform,
}: ProspectiveFanItem) {
  return title === null || chatId === null || platform === null ? null : { title, chatId, platform };
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
