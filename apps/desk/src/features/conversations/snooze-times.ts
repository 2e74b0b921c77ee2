export type SnoozeTime = 'hour' | 'threeHours' | 'tomorrow' | 'nextWeek';

const hourMs = 3_600_000;

/** Returns the offered ends of a snooze, in the reader's zone; a morning is at nine. */
export function snoozeTimes(now: number): [SnoozeTime, number][] {
  const morning = (days: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    return at.setHours(9, 0, 0, 0);
  };
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return [
    ['hour', now + hourMs],
    ['threeHours', now + 3 * hourMs],
    ['tomorrow', morning(1)],
    ['nextWeek', morning(toMonday)],
  ];
}
