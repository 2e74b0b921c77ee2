/** Calls `work` after so many ms; returns what cancels the call. */
export function byTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
