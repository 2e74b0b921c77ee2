import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const quickRepliesErrors = {
  'quick-reply.not-found': errorEntry(404, '快捷回复不存在', 'The quick reply does not exist'),
  'quick-reply.name-taken': errorEntry(409, '已有同名快捷回复', 'A quick reply of this name already exists'),
  'quick-reply.material-without-medium': errorEntry(
    422,
    '只能附带图片、音频或视频素材',
    'Only pictures, recordings and videos go with a quick reply',
  ),
  'quick-reply.too-many': errorEntry(
    422,
    '快捷回复数量已达上限',
    'You have reached the maximum number of quick replies',
  ),
} as const satisfies Record<string, ErrorEntry>;
