/** From the conversation's state to the rows of the log; no DOM here. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { WidgetChatState } from '../chat/widget-chat.ts';

/** unsendable: a file that the server doesn't take; nothing can be tried again. */
export type MessageState = 'received' | 'sending' | 'sent' | 'read' | 'failing' | 'refused' | 'unsendable';

export type ShownRow = {
  id: string;
  text: string;
  attachment: VisitorMessage['attachment'];
  own: boolean;
  at: number;
  state: MessageState;
  /** The first of its day. */
  newDay: boolean;
  /** The row below goes on with it: same author, within a few minutes. */
  joinsBelow: boolean;
};

const togetherMs = 5 * 60_000;

type Bare = Pick<ShownRow, 'id' | 'text' | 'attachment' | 'own' | 'at' | 'state'>;

/** A file of the visitor's, as the server will show it. */
function fileAttachment(name: string, fileId: string | null): VisitorMessage['attachment'] {
  const unknown = { contentType: '', size: null, width: null, height: null, durationMs: null };
  return { type: 'media', state: 'fetching', problem: null, ...unknown, name, fileId };
}

function bareRows(state: WidgetChatState): Bare[] {
  const known = state.messages.map(({ id, text, attachment, from, at, state: reached }): Bare => {
    const own = from === 'visitor';
    return { id, text, attachment, own, at, state: own ? reached : 'received' };
  });
  const waiting = state.pending.map(({ id, text, at, refused, file }): Bare => {
    const failing = state.sendingFails || state.trouble;
    const attachment = file ? fileAttachment(file.name, null) : null;
    const reached = refused ? 'refused' : failing ? 'failing' : 'sending';
    return { id, text, attachment, own: true, at, state: reached };
  });
  const uploads = state.uploads.map(({ id, name, at, share, refused }): Bare => {
    const shown = refused || share === 0 ? name : `${name} ${Math.round(share * 100)} %`;
    const attachment = fileAttachment(shown, null);
    return { id, text: '', attachment, own: true, at, state: refused ? 'unsendable' : 'sending' };
  });
  return [...known, ...waiting, ...uploads];
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
