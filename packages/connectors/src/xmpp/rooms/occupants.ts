import { type GroupMemberReport, maxReportedMembers } from '../../group-spec.ts';
import type { Occupant } from './room-presence.ts';

/** Maximum number of tracked occupants of one room, and of all rooms of an account. Others become known when they write. */
export const maxOccupants = { ofRoom: 5_000, ofAccount: 20_000 };

/** Maximum length of a reported name. */
const longestShownName = 200;

/** Remaining number of occupants that may be tracked, over all rooms of an account. */
export type OccupantBudget = { left: number };

/** The occupants of one room by name, and the changes since the last report; both are bounded. */
export class Occupants {
  readonly #budget: OccupantBudget;
  readonly #byNick = new Map<string, Occupant>();
  /** The number of names that each person uses here: a person may have several clients. */
  readonly #places = new Map<string, number>();
  readonly #changed = new Map<string, GroupMemberReport>();
  /** Members reported as present: only for these must a departure be reported. */
  readonly #reported = new Set<string>();
  /** The next report includes everyone present; members missing from it have left. */
  #complete = false;
  /** The account is in the room. Before that, the occupants are unknown, and a partial report would count the others as gone. */
  #isIn = false;

  constructor(budget: OccupantBudget) {
    this.#budget = budget;
  }

  byNick(nick: string): Occupant | undefined {
    return this.#byNick.get(nick);
  }

  /** Returns a name that a person uses here. Linear, but called only for mentions that are sent, which are few. */
  nickOf(id: string): string | undefined {
    for (const occupant of this.#byNick.values()) if (occupant.id === id) return occupant.nick;
    return undefined;
  }

  here(occupant: Occupant): void {
    const before = this.#byNick.get(occupant.nick);
    if (before?.id === occupant.id && before.role === occupant.role) return;
    if (!before && (this.#byNick.size >= maxOccupants.ofRoom || this.#budget.left <= 0)) return;
    if (before) this.#forget(before);
    this.#budget.left -= 1;
    this.#byNick.set(occupant.nick, occupant);
    this.#places.set(occupant.id, (this.#places.get(occupant.id) ?? 0) + 1);
    if (before && !this.#places.has(before.id)) this.#note(before, false);
    this.#note(occupant, true);
  }

  gone(nick: string): void {
    const occupant = this.#byNick.get(nick);
    if (!occupant) return;
    this.#forget(occupant);
    if (!this.#places.has(occupant.id)) this.#note(occupant, false);
  }

  /** The account has entered: the list of occupants is now complete. */
  entered(): void {
    this.#complete = true;
    this.#isIn = true;
  }

  /** The account has left: the others can't be tracked any more. */
  clear(): void {
    for (const occupant of [...this.#byNick.values()]) this.#forget(occupant);
    this.#changed.clear();
    this.#reported.clear();
    this.#complete = false;
    this.#isIn = false;
  }

  hasChanges(): boolean {
    return this.#isIn && (this.#complete || this.#changed.size > 0);
  }

  /** Takes the next report; `restore` puts back one that could not be stored. */
  take(): { members: GroupMemberReport[]; complete: boolean } {
    const members = this.#isIn ? [...this.#changed.values()].slice(0, maxReportedMembers) : [];
    for (const { id, present } of members) {
      this.#changed.delete(id);
      if (present) this.#reported.add(id);
      else this.#reported.delete(id);
    }
    const report = { members, complete: this.#complete };
    this.#complete = false;
    return report;
  }

  restore(report: { members: readonly GroupMemberReport[]; complete: boolean }): void {
    for (const member of report.members) {
      // The report may have been stored after all.
      this.#reported.add(member.id);
      if (!this.#changed.has(member.id)) this.#changed.set(member.id, member);
    }
    this.#complete ||= report.complete;
  }

  #note({ id, nick, role }: Occupant, present: boolean): void {
    const displayName = nick.slice(0, longestShownName);
    if (present || this.#reported.has(id)) this.#changed.set(id, { id, displayName, role, present });
    else this.#changed.delete(id);
  }

  #forget({ nick, id }: Occupant): void {
    this.#byNick.delete(nick);
    const left = (this.#places.get(id) ?? 0) - 1;
    if (left > 0) this.#places.set(id, left);
    else this.#places.delete(id);
    this.#budget.left += 1;
  }
}
