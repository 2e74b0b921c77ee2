import type { InterfaceLanguage } from '@parley/contract';

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats a duration in its largest whole unit, such as `5 min`; at least a minute. */
export function waitingTime(language: InterfaceLanguage, ms: number): string {
  const [unit, length] = steps.find(([, step]) => ms >= step) ?? ['minute', 60_000];
  const count = Math.max(1, Math.floor(ms / length));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}
