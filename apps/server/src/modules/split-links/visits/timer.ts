/** Calls `work` after `ms`; returns a function that cancels the call. */
export function setSystemTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
