/** The part of a form that determines who may open a link, and for how long. */
import { type ShareAccess, sharePassword } from '@parley/contract/work-order-shares';

export type ValidityValues = { validity: 'unlimited' | 'days'; validDays: number | null };

export type AccessValues = ValidityValues & {
  access: ShareAccess;
  /** Empty: the current one is kept. */
  password: string;
};

type Access = { access: ShareAccess; validDays: number | null };

/**
 * Returns the form values of a link.
 *
 * @param standardDays validity of a new link, offered as well when an unlimited one is limited
 */
export const accessValuesOf = (link: Access | undefined, standardDays: number): AccessValues => ({
  access: link?.access ?? 'password',
  password: '',
  validity: link?.validDays === null ? 'unlimited' : 'days',
  validDays: link?.validDays ?? standardDays,
});

/** Returns the days to submit; null: unlimited. */
export const validDaysFrom = (
  { validity, validDays }: ValidityValues,
  standardDays: number,
): number | null => (validity === 'unlimited' ? null : (validDays ?? standardDays));

/** Returns what the form submits; an empty password keeps the current one. */
export const accessFrom = (
  { access, password, ...validity }: AccessValues,
  standardDays: number,
): Access & { password: string | null } => ({
  access,
  validDays: validDaysFrom(validity, standardDays),
  password: access === 'password' && password !== '' ? password : null,
});

/** Accepts a valid new password, or an empty one, which keeps the current password. */
export const keptPassword = {
  safeParse: (value: unknown) =>
    value === '' ? ({ success: true } as const) : sharePassword.safeParse(value),
};
