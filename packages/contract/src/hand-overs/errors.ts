import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const handOversErrors = {
  'hand-over.disabled': errorEntry(
    409,
    '该子账号已停用，请选择其他子账号',
    'This sub-account is disabled: choose another one',
  ),
  'hand-over.already-there': errorEntry(
    409,
    '该会话已由此子账号处理',
    'This sub-account already works on the conversation',
  ),
  'hand-over.full': errorEntry(
    409,
    '该子账号接手的会话已达上限，请选择其他子账号',
    'This sub-account can’t take over any more conversations. Choose another one',
  ),
} as const satisfies Record<string, ErrorEntry>;
