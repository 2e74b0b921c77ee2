/** Derives the rows of the log from the conversation's state; no DOM here. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Pending } from '../chat/outbox.ts';
import type { WidgetChatState } from '../chat/widget-chat.ts';

export type MessageState = 'received' | 'sending' | 'sent' | 'read' | 'failing' | 'refused';

/** The attachment of a message of the server, or of one that the server doesn't have yet. */
export type ShownAttachment =
  | NonNullable<VisitorMessage['attachment']>
  | { type: 'media'; fileId: null; name: string };

export type ShownRow = {
  id: string;
  text: string;
  attachment: ShownAttachment | null;
  own: boolean;
  at: number;
  state: MessageState;
  /** The message in the server's version, or the waiting one. */
  message: VisitorMessage | Pending;
  /** True for the first message of a day. */
  newDay: boolean;
  /** True if the row below continues it: same author, within a few minutes. */
  joinsBelow: boolean;
};

const togetherMs = 5 * 60_000;

type Bare = Pick<ShownRow, 'id' | 'text' | 'attachment' | 'own' | 'at' | 'state' | 'message'>;

function bareRows(state: WidgetChatState): Bare[] {
  const known = state.messages
    .filter(({ deleted }) => !deleted)
    .map((message): Bare => {
      const { id, text, attachment, from, at, state: reached } = message;
      const own = from === 'visitor';
      return { id, text, attachment, own, at, state: own ? reached : 'received', message };
    });
  const waiting = state.pending.map((message): Bare => {
    const { id, text, at, refused, file } = message;
    const failing = state.sendingFails || state.trouble;
    const attachment = file ? ({ type: 'media', fileId: null, name: file.name } as const) : null;
    const reached = refused ? 'refused' : failing ? 'failing' : 'sending';
    return { id, text, attachment, own: true, at, state: reached, message };
  });
  return [...known, ...waiting];
}

function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

export function rowsOf(state: WidgetChatState): ShownRow[] {
  const bare = bareRows(state);
  const joined = (upper: Bare | undefined, lower: Bare | undefined): boolean =>
    upper !== undefined &&
    lower !== undefined &&
    upper.own === lower.own &&
    sameDay(upper.at, lower.at) &&
    Math.abs(lower.at - upper.at) < togetherMs;
  return bare.map((row, at) => {
    const above = bare[at - 1];
    return {
      ...row,
      newDay: above === undefined || !sameDay(above.at, row.at),
      joinsBelow: joined(row, bare[at + 1]),
    };
  });
}
