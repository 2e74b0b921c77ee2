import { newPassword, type SubAccountForm } from '@parley/contract';

/** What the form's controls hold. */
export type SubAccountValues = {
  remark: string;
  /** Empty: the server makes one. */
  password: string;
  allotment: 'limited' | 'unlimited';
  /** Absent while the control is hidden. */
  characters?: number | null;
};

/** From the controls to the request: an empty password is none, an unlimited sub-account holds nothing. */
export function formFrom(values: SubAccountValues): SubAccountForm {
  const unlimited = values.allotment === 'unlimited';
  return {
    remark: values.remark,
    unlimited,
    characters: unlimited ? 0 : (values.characters ?? 0),
    ...(values.password === '' ? {} : { password: values.password }),
  };
}

/** A password that may be left to the server. */
export const optionalPassword = {
  safeParse: (value: unknown) =>
    value === '' || value === undefined ? { success: true as const } : newPassword.safeParse(value),
};
