import type { InterfaceLanguage } from '@parley/contract';

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** Returns the elapsed time in words, e.g. "3 hours ago"; below a minute "now". Times are in ms. */
export function timeAgo(at: number, now: number, language: InterfaceLanguage): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const age = Math.max(0, now - at);
  const step = steps.find(({ ms }) => age >= ms);
  return step === undefined ? words.format(0, 'second') : words.format(-Math.floor(age / step.ms), step.unit);
}
