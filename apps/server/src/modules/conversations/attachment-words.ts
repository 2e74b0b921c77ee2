import type { MessageRow } from '../../schema/conversations.ts';

/**
 * Returns the words that the reader sees of a message apart from its text: a document's name without its extension (which is
 * often a top-level domain too, such as `.zip`), a contact card, a place. Names of pictures and videos aren't shown.
 */
export function attachmentWords({ kind, attachment }: Pick<MessageRow, 'kind' | 'attachment'>): string {
  if (attachment === null) return '';
  if (attachment.type === 'contact')
    return [attachment.name, ...attachment.phones.map(international)].join('\n');
  if (attachment.type === 'location') return [attachment.name ?? '', attachment.address ?? ''].join('\n');
  return kind === 'file' || kind === 'audio' ? attachment.name.replace(/\.[A-Za-z0-9]{1,8}$/, '') : '';
}

/** Contact cards carry numbers with the country code, but often without the plus sign. */
const international = (phone: string) => (/^[1-9]/.test(phone) ? `+${phone}` : phone);
