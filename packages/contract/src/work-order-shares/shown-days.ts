/** Compares the closed days that a page shows with those that were signed: a file can be valid beside changed figures. */
import { readSnapshotContent, type SnapshotFile } from './snapshot-chain.ts';

/** Maximum number of closed days per work order on a shared page. */
export const maxSharedDays = 30;

/** The counts of a social account on a closed day. */
export type ShownAccount = { socialAccountId: string; newFans: number; repeatFans: number };

export type ShownDay = {
  day: string;
  newFans: number;
  repeatFans: number;
  /** Left out by pages that don't show base fans. */
  baseFans?: number;
  /** The hash beside the day. Null: it was not signed yet. Left out by pages that don't show it. */
  hash?: string | null;
  /** All social accounts of the day. Left out while the page doesn't show them. */
  accounts?: readonly ShownAccount[] | undefined;
};

export type ShownDays = {
  /** In any order, without gaps. */
  days: readonly ShownDay[];
  /** False: earlier days exist that the page doesn't show. */
  complete: boolean;
  /** The first day that was not closed when the page was read; null: all days of the file were closed. */
  openDay: string | null;
};

export type ShownDayFault = 'shown-differs' | 'not-shown' | 'not-signed';
export type ShownDayFinding = { day: string; fault: ShownDayFault };

/** Returns the days that differ, earliest first. Days after the last signed one are ignored: they are signed within a minute. */
export function compareShownDays({ snapshots }: SnapshotFile, shown: ShownDays): ShownDayFinding[] {
  const signed = snapshots.flatMap(({ content, hash }) => {
    const read = readSnapshotContent(content);
    return read === null ? [] : [{ ...read.totals, day: read.day, hash, accounts: read.accounts }];
  });
  const lastSigned = signed.at(-1)?.day ?? '';
  const shownByDay = new Map(shown.days.map((one) => [one.day, one]));
  const signedDays = new Set(signed.map(({ day }) => day));
  const [firstShown = ''] = [...shownByDay.keys()].sort();
  const isExpected = (day: string) =>
    (shown.complete || day >= firstShown) && (shown.openDay === null || day < shown.openDay);
  const findings: ShownDayFinding[] = [];
  for (const one of signed) {
    const beside = shownByDay.get(one.day);
    if (beside !== undefined && isDifferent(beside, one))
      findings.push({ day: one.day, fault: 'shown-differs' });
    if (beside === undefined && isExpected(one.day)) findings.push({ day: one.day, fault: 'not-shown' });
  }
  for (const day of shownByDay.keys()) {
    if (day < lastSigned && !signedDays.has(day)) findings.push({ day, fault: 'not-signed' });
  }
  return findings.sort((a, b) => (a.day < b.day ? -1 : 1));
}

type SignedDay = Required<ShownDay> & { accounts: readonly ShownAccount[] };

const isDifferent = (shown: ShownDay, signed: SignedDay): boolean =>
  shown.newFans !== signed.newFans ||
  shown.repeatFans !== signed.repeatFans ||
  (shown.baseFans ?? signed.baseFans) !== signed.baseFans ||
  (shown.hash ?? signed.hash) !== signed.hash ||
  (shown.accounts !== undefined && areDifferent(shown.accounts, signed.accounts));

function areDifferent(shown: readonly ShownAccount[], signed: readonly ShownAccount[]): boolean {
  const signedById = new Map(signed.map((account) => [account.socialAccountId, account]));
  return (
    shown.length !== signed.length ||
    shown.some(({ socialAccountId, newFans, repeatFans }) => {
      const beside = signedById.get(socialAccountId);
      return beside?.newFans !== newFans || beside.repeatFans !== repeatFans;
    })
  );
}
