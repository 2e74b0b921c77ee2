/**
 * Counts fans in the plainest possible way: everything is recomputed from a list of events. The property test compares the
 * product with it.
 */
export type ModelType = 'base' | 'new' | 'repeat' | 'merged';
export type Tally = { base: number; new: number; repeat: number };

type Given = {
  identity: number;
  account: number;
  subAccount: number;
  scope: 'workspace' | 'sub-account';
  known: 'history' | 'listed' | null;
  /** The identities whose numbers a library lists: it lists the person while one of them is the same person. */
  listedBy: number[];
  /** True if its work order was open when it was given. */
  ordered: boolean;
};

const nothing = (): Tally => ({ base: 0, new: 0, repeat: 0 });

export class FanModel {
  readonly #given: Given[] = [];
  /** The merges in order, as pairs of identities; null for undone ones. */
  readonly #merges: ({ kept: number; merged: number } | null)[] = [];
  readonly #undone: { kept: number; merged: number }[] = [];
  /** The identity that had a number first. */
  readonly #phones = new Map<number, number>();
  #counted: ModelType[] = [];
  /** Tallies by account and day. */
  readonly days = new Map<string, Tally>();
  /** Tallies by account and day of the work orders. */
  readonly orderDays = new Map<string, Tally>();
  day = 0;
  orderDay = 0;

  /** Receives a private message; returns true if it caused a verdict. */
  meet(it: Given): boolean {
    const person = this.#personOf(it.identity);
    const known = this.#given.some(
      (earlier) => earlier.account === it.account && this.#personOf(earlier.identity) === person,
    );
    if (known) return false;
    this.#given.push(it);
    this.#settle();
    return true;
  }

  /** Returns the index of the merge, or null if they are one person already. */
  merge(kept: number, merged: number): number | null {
    const [into, from] = [this.#personOf(kept), this.#personOf(merged)];
    if (into === from) return null;
    this.#merges.push({ kept: into, merged: from });
    this.#settle();
    return this.#merges.length - 1;
  }

  undo(merge: number): void {
    const undone = this.#merges[merge];
    if (undone) this.#undone.push(undone);
    this.#merges[merge] = null;
    this.#settle();
  }

  /** Receives a phone number. Returns the index of the resulting merge, or null. */
  givePhone(identity: number, phone: number, merging: boolean): number | null {
    const holder = this.#phones.get(phone);
    if (holder === undefined) this.#phones.set(phone, identity);
    if (holder === undefined || !merging) return null;
    const [one, other] = [this.#personOf(holder), this.#personOf(identity)];
    const apart = this.#undone.some((merge) => {
      const parts = [this.#personOf(merge.kept), this.#personOf(merge.merged)];
      return parts.includes(one) && parts.includes(other);
    });
    return apart ? null : this.merge(holder, identity);
  }

  /** Returns the identities of a person to which these numbers were given. */
  holdersOf(identity: number, phones: ReadonlySet<number>): number[] {
    const person = this.#personOf(identity);
    return [...this.#phones].flatMap(([phone, holder]) =>
      phones.has(phone) && this.#personOf(holder) === person ? holder : [],
    );
  }

  types(): ModelType[] {
    return [...this.#counted];
  }

  /** Returns the topmost identity above a merged one. */
  #personOf(identity: number): number {
    const above = this.#merges.find((merge) => merge?.merged === identity);
    return above ? this.#personOf(above.kept) : identity;
  }

  #typeOf(index: number): ModelType {
    const it = this.#given[index];
    if (it === undefined) throw new Error('no such verdict');
    const person = this.#personOf(it.identity);
    const earlier = this.#given.slice(0, index).filter(({ identity }) => this.#personOf(identity) === person);
    if (earlier.some(({ account }) => account === it.account)) return 'merged';
    if (it.known === 'history') return 'base';
    const seen = earlier.some(({ subAccount }) => it.scope === 'workspace' || subAccount === it.subAccount);
    const listed = it.known === 'listed' || it.listedBy.some((holder) => this.#personOf(holder) === person);
    return seen || listed ? 'repeat' : 'new';
  }

  /** Books all differences from what was counted before on the open days. */
  #settle(): void {
    const types = this.#given.map((_, index) => this.#typeOf(index));
    for (const [index, type] of types.entries()) {
      const it = this.#given[index];
      const before = this.#counted[index];
      if (it === undefined || before === type) continue;
      const places = [tallyAt(this.days, `${it.account} ${this.day}`)];
      if (it.ordered) places.push(tallyAt(this.orderDays, `${it.account} ${this.orderDay}`));
      for (const tally of places) {
        if (before !== undefined && before !== 'merged') tally[before] -= 1;
        if (type !== 'merged') tally[type] += 1;
      }
    }
    this.#counted = types;
  }
}

function tallyAt(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? nothing();
  tallies.set(key, tally);
  return tally;
}

/** Returns the tallies that aren't zero, sorted. */
export const tallied = (tallies: ReadonlyMap<string, Tally>) =>
  [...tallies]
    .filter(([, tally]) => tally.base !== 0 || tally.new !== 0 || tally.repeat !== 0)
    .map(([key, { base, new: fresh, repeat }]) => `${key}: ${base} ${fresh} ${repeat}`)
    .sort();
