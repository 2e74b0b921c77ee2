import type { MessageRow } from '../../schema/conversations.ts';

/**
 * Returns what the reader sees of a message beside its text: a document's name without its ending, which is often a
 * domain's as well (`.zip`), a contact card, a place. The names of pictures and videos are not shown.
 */
export function attachmentWords({ kind, attachment }: Pick<MessageRow, 'kind' | 'attachment'>): string {
  if (attachment === null) return '';
  if (attachment.type === 'contact')
    return [attachment.name, ...attachment.phones.map(international)].join('\n');
  if (attachment.type === 'location') return [attachment.name ?? '', attachment.address ?? ''].join('\n');
  return kind === 'file' || kind === 'audio' ? attachment.name.replace(/\.[A-Za-z0-9]{1,8}$/, '') : '';
}

/** Cards have numbers with their country, and often without the sign for it. */
const international = (phone: string) => (/^[1-9]/.test(phone) ? `+${phone}` : phone);
