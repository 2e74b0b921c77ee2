import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const ratingsErrors = {
  'rating.not-found': errorEntry(404, '该评价邀请不存在', 'There is no such request for a rating'),
  // The request has expired, was dismissed or replaced by a later one, or the visitor has written since.
  'rating.over': errorEntry(409, '该评价邀请已失效', 'This conversation can no longer be rated'),
} as const satisfies Record<string, ErrorEntry>;
