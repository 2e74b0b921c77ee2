/** The part of a form that says who may open a link, and for how long. */
import { type ShareAccess, sharePassword } from '@parley/contract/work-order-shares';

export type ValidityValues = { validity: 'unlimited' | 'days'; validDays: number | null };

export type AccessValues = ValidityValues & {
  access: ShareAccess;
  /** Empty: the present one is kept. */
  password: string;
};

type Access = { access: ShareAccess; validDays: number | null };

/** `standardDays`: the validity of a new link, and the one that is offered instead of none. */
export const accessValuesOf = (link: Access | undefined, standardDays: number): AccessValues => ({
  access: link?.access ?? 'password',
  password: '',
  validity: link?.validDays === null ? 'unlimited' : 'days',
  validDays: link?.validDays ?? standardDays,
});

/** Returns the days that a form sends; null: without a limit. */
export const validDaysFrom = (
  { validity, validDays }: ValidityValues,
  standardDays: number,
): number | null => (validity === 'unlimited' ? null : (validDays ?? standardDays));

/** Returns what a form sends: no password keeps the present one. */
export const accessFrom = (
  { access, password, ...validity }: AccessValues,
  standardDays: number,
): Access & { password: string | null } => ({
  access,
  validDays: validDaysFrom(validity, standardDays),
  password: access === 'password' && password !== '' ? password : null,
});

/** A new password, or nothing where one is set that can stay. */
export const keptPassword = {
  safeParse: (value: unknown) =>
    value === '' ? ({ success: true } as const) : sharePassword.safeParse(value),
};
