/** Words for a message's non-text content, for files that contain only text. */
import type { MessageKind } from '@parley/contract/conversations';
import { type SheetReader, text } from '../../../base/spreadsheet/sheet.ts';
import type { StoredAttachment } from '../../../schema/conversations.ts';

const names = {
  text: text('', ''),
  image: text('图片', 'Picture'),
  audio: text('音频', 'Audio'),
  voice: text('语音消息', 'Voice message'),
  video: text('视频', 'Video'),
  file: text('文件', 'File'),
  sticker: text('贴纸', 'Sticker'),
  contact: text('名片', 'Contact'),
  location: text('位置', 'Location'),
  unsupported: text('该消息类型暂不支持查看', 'Message type not supported for viewing'),
} satisfies Record<MessageKind, ReturnType<typeof text>>;

type Content = { kind: MessageKind; original: string; attachment: StoredAttachment | null };

/** Returns a one-line description of a message's non-text content, or null if there is none. */
export function contentBeside(
  { kind, original, attachment }: Content,
  language: SheetReader['language'],
): string | null {
  if (kind === 'text') return null;
  const name = names[kind][language];
  if (kind === 'unsupported') return `${name} (${oneLine(original)})`;
  return [name, ...partsOf(attachment)].filter(Boolean).map(oneLine).join(' · ');
}

function partsOf(attachment: StoredAttachment | null): readonly string[] {
  switch (attachment?.type) {
    case 'media':
      return [attachment.name];
    case 'contact':
      return [attachment.name, ...attachment.phones];
    case 'location':
      return [
        attachment.name ?? '',
        attachment.address ?? '',
        `${attachment.latitude}, ${attachment.longitude}`,
      ];
    default:
      return [];
  }
}

const oneLine = (part: string) => part.replaceAll(/[\s\v\u0085]+/g, ' ').trim();
