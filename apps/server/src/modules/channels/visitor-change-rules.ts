/** The rules by which a visitor may change messages. */
import { type VisitorMessage, visitorChangeMs } from '@parley/contract/visitor';

export type VisitorChange =
  | { kind: 'edited'; text: string }
  | { kind: 'deleted' }
  | { kind: 'reacted'; reactions: readonly string[] };

/**
 * Returns whether a change should be made (`go`), was made before (`done`), or why it is refused. A change that was
 * made before gets the same answer even after the hour is over: the first answer may have been lost.
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
