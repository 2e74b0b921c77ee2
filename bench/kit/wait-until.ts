import { monotonic } from './monotonic.ts';
import { pause } from './pause.ts';

/** Polls; returns quietly after `limitMs`, because pushes may be lost by design, and the counts show it then. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const end = monotonic() + limitMs;
  while (!(await holds()) && monotonic() < end) await pause(10);
}
