import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const workOrdersErrors = {
  'work-order.not-found': errorEntry(404, '工单不存在', 'The work order does not exist'),
  'work-order.already-open': errorEntry(
    409,
    '该子账号在此平台已有进行中的工单，请先关闭',
    'This sub-account already has an open work order on this platform: close that one first',
  ),
  'work-order.name-differs': errorEntry(
    409,
    '输入的名称与工单名称不一致',
    'The name entered is not the work order’s name',
  ),
} as const satisfies Record<string, ErrorEntry>;
