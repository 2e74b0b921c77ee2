import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const fanTagsErrors = {
  'fan-tag.not-found': errorEntry(404, '标签不存在', 'The tag does not exist'),
  'fan-tagging.not-found': errorEntry(404, '批量设置标签任务不存在', 'The tagging does not exist'),
  'fan-tagging.running': errorEntry(
    409,
    '已有批量设置标签任务正在进行，请等待其完成或先取消',
    'Fans are already being tagged. Wait until that is done, or cancel it',
  ),
  'fan-tag.name-taken': errorEntry(409, '已有同名标签', 'A tag of this name already exists'),
  'fan-tag.too-many': errorEntry(422, '标签数量已达上限', 'You have reached the maximum number of tags'),
  'fan-tag.too-many-on-fan': errorEntry(
    422,
    '部分粉丝的标签数将超过 {max} 个，未做任何更改',
    'Some fans would have more than {max} tags; nothing was changed',
  ),
} as const satisfies Record<string, ErrorEntry>;
