import type { PlatformId } from '@parley/contract/catalogues';
import { newPassword } from '@parley/contract/identity';
import type {
  AutoAllocation,
  SubAccount,
  SubAccountChanges,
  SubAccountForm,
} from '@parley/contract/sub-accounts';

/** The values of the form's controls. */
export type SubAccountValues = {
  remark: string;
  /** Of a new sub-account; empty: the server generates one. */
  password: string;
  status: SubAccount['status'];
  platformScope: 'all' | 'some';
  platforms: PlatformId[];
  allotment: 'limited' | 'unlimited';
  /** Of a new sub-account. */
  characters: number | null;
  autoAllocate: boolean;
  autoAllocation: { below: number | null; amount: number | null };
  portMode: SubAccount['portMode'];
  portLimit: number | null;
} & Pick<
  SubAccount,
  'multiDevice' | 'profileSharing' | 'autoReply' | 'sessionArchive' | 'saveChatHistory' | 'dedupeScope'
>;

/** The initial values of a new sub-account, which are the contract's defaults. */
export const blankValues: SubAccountValues = {
  remark: '',
  password: '',
  status: 'normal',
  platformScope: 'all',
  platforms: [],
  allotment: 'limited',
  characters: 0,
  autoAllocate: false,
  autoAllocation: { below: 5_000, amount: 20_000 },
  portMode: 'dynamic',
  portLimit: 10,
  multiDevice: true,
  profileSharing: true,
  autoReply: false,
  sessionArchive: true,
  saveChatHistory: true,
  dedupeScope: 'workspace',
};

/** Returns the form values of a stored sub-account. */
export function valuesOf(stored: SubAccount): SubAccountValues {
  const { remark, status, platforms, unlimited, autoAllocation, portMode, portLimit } = stored;
  const { multiDevice, profileSharing, autoReply, sessionArchive } = stored;
  const { saveChatHistory, dedupeScope } = stored;
  return {
    ...blankValues,
    remark,
    status,
    portMode,
    portLimit,
    multiDevice,
    profileSharing,
    autoReply,
    sessionArchive,
    saveChatHistory,
    dedupeScope,
    platformScope: platforms === null ? 'all' : 'some',
    platforms: platforms ?? [],
    allotment: unlimited ? 'unlimited' : 'limited',
    autoAllocate: autoAllocation !== null,
    autoAllocation: autoAllocation ?? blankValues.autoAllocation,
  };
}

function autoAllocationOf(values: SubAccountValues): AutoAllocation | null {
  const { below, amount } = values.autoAllocation;
  if (values.allotment === 'unlimited' || !values.autoAllocate || below === null || amount === null)
    return null;
  return { below, amount };
}

/** Returns the settings common to a new and a changed sub-account. */
function decided(values: SubAccountValues) {
  const { remark, portMode, multiDevice, profileSharing, autoReply } = values;
  const { sessionArchive, saveChatHistory, dedupeScope } = values;
  return {
    remark,
    portMode,
    multiDevice,
    profileSharing,
    autoReply,
    sessionArchive,
    saveChatHistory,
    dedupeScope,
    platforms: values.platformScope === 'all' ? null : values.platforms,
    unlimited: values.allotment === 'unlimited',
    autoAllocation: autoAllocationOf(values),
    portLimit: values.portLimit ?? 0,
  };
}

/** Returns the request: an empty password is left out, an unlimited sub-account has no characters. */
export function formFrom(values: SubAccountValues): SubAccountForm {
  const common = decided(values);
  return {
    ...common,
    status: values.status,
    characters: common.unlimited ? 0 : (values.characters ?? 0),
    ...(values.password === '' ? {} : { password: values.password }),
  };
}

/** @param begun the sub-account as it was when it was loaded */
export function changesFrom(
  values: SubAccountValues,
  begun: Pick<SubAccount, 'id' | 'version'>,
): SubAccountChanges {
  return { subAccountId: begun.id, version: begun.version, ...decided(values) };
}

/** Accepts a valid password, or an empty one, which the server then generates. */
export const optionalPassword = {
  safeParse: (value: unknown) =>
    value === '' || value === undefined ? { success: true as const } : newPassword.safeParse(value),
};
