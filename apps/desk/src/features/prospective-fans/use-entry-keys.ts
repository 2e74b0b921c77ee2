import type { DeskProspectiveFan } from '@parley/contract/prospective-fans';
import type { KeyboardEvent } from 'react';
import { type ActName, actOfKey, possibleActs } from './possible-acts.ts';

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Returns the handler of the keys that move the focus between entries, and that act on the focused one. */
export function useEntryKeys(
  list: readonly DeskProspectiveFan[],
  act: (entry: DeskProspectiveFan, name: ActName) => void,
) {
  return (event: KeyboardEvent<HTMLUListElement>) => {
    const { target, currentTarget, key } = event;
    // Keys pressed in an entry's dialog bubble up here, too.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const at = list.findIndex(({ id }) => id === target.closest<HTMLElement>('[data-entry]')?.dataset.entry);
    const entry = list[at];
    if (entry === undefined) return;
    const step = steps[key];
    const name = actOfKey(key, possibleActs(entry));
    if (step !== undefined) focusOn(currentTarget, list[step(at, list.length - 1)]);
    else if (name !== undefined) act(entry, name);
    else return;
    event.preventDefault();
  };
}

function focusOn(list: HTMLElement, entry: DeskProspectiveFan | undefined): void {
  list.querySelector<HTMLElement>(`[data-entry="${entry?.id}"]`)?.focus();
}
