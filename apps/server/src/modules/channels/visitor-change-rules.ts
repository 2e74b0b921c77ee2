/** The rules of which messages a visitor may change, and how. */
import { type VisitorMessage, visitorChangeMs } from '@parley/contract/visitor';

export type VisitorChange =
  | { kind: 'edited'; text: string }
  | { kind: 'deleted' }
  | { kind: 'reacted'; reactions: readonly string[] };

/**
 * Returns whether the change is still to be made (`go`), was made before (`done`), or why it can't be. What was made
 * before is answered as the first time, even when the hour is over: its answer may have been lost on the way.
 */
export function judgeChange(
  message: VisitorMessage,
  change: VisitorChange,
  now: number,
): 'go' | 'done' | 'message.unchangeable' | 'message.empty' {
  const { from, deleted, text, at, attachment } = message;
  if (change.kind === 'reacted') return from === 'business' && !deleted ? 'go' : 'message.unchangeable';
  if (from !== 'visitor') return 'message.unchangeable';
  if (change.kind === 'deleted') {
    if (deleted) return 'done';
  } else {
    if (deleted) return 'message.unchangeable';
    if (change.text.trim() === '' && attachment === null) return 'message.empty';
    if (change.text === text) return 'done';
  }
  return now - at <= visitorChangeMs ? 'go' : 'message.unchangeable';
}
