import type { PlatformId } from '@parley/contract/catalogues';
import type { WorkOrder, WorkOrderChanges, WorkOrderForm } from '@parley/contract/work-orders';

/** The values of the form's controls. */
export type WorkOrderValues = {
  name: string;
  subAccountId: string | undefined;
  platform: PlatformId | undefined;
  totalGoal: number | null;
  dailyGoal: number | null;
  accountTotalGoal: number | null;
  accountDailyGoal: number | null;
  resetTime: string;
  timeZone: string;
  remarks: string;
};

export const blankIn = (timeZone: string): WorkOrderValues => ({
  name: '',
  subAccountId: undefined,
  platform: undefined,
  totalGoal: null,
  dailyGoal: null,
  accountTotalGoal: null,
  accountDailyGoal: null,
  resetTime: '00:00',
  timeZone,
  remarks: '',
});

export function valuesOf(order: WorkOrder): WorkOrderValues {
  return {
    name: order.name,
    subAccountId: order.subAccountId,
    platform: order.platform,
    totalGoal: order.totalGoal,
    dailyGoal: order.dailyGoal,
    accountTotalGoal: order.accountTotalGoal,
    accountDailyGoal: order.accountDailyGoal,
    resetTime: order.resetTime,
    timeZone: order.timeZone,
    remarks: order.remarks,
  };
}

const settingsFrom = (values: WorkOrderValues) => ({
  name: values.name,
  totalGoal: values.totalGoal,
  dailyGoal: values.dailyGoal,
  accountTotalGoal: values.accountTotalGoal,
  accountDailyGoal: values.accountDailyGoal,
  resetTime: values.resetTime,
  timeZone: values.timeZone,
  remarks: values.remarks,
});

/** Returns the request; null when a required value is missing, which the form's rules reject. */
export function formFrom(values: WorkOrderValues): WorkOrderForm | null {
  const { platform, subAccountId } = values;
  if (platform === undefined || subAccountId === undefined) return null;
  return { ...settingsFrom(values), platform, subAccountId };
}

export function changesFrom(
  values: WorkOrderValues,
  { id, version }: Pick<WorkOrder, 'id' | 'version'>,
): WorkOrderChanges {
  return { ...settingsFrom(values), workOrderId: id, version };
}
