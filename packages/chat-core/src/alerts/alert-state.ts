/**
 * The alerts of one page, as a pure state machine. An agent's pages (tabs, windows) receive the same messages: each
 * page claims a message before it alerts, and the claim with the lowest rank wins. A page that receives the message
 * late sees the claim and stays silent; a page that shows the conversation notifies the others that the message is being
 * read.
 */
import {
  type AlertCause,
  type AlertChange,
  type AlertScene,
  deservesAlert,
  type HandOverAlert,
  isReadable,
  isToneDue,
  translationMs,
} from './alert-rules.ts';

/** One page's claim on a message or hand-over, sent to the other pages. `rank` is null when the message is being read there. */
export type AlertClaim = { messageId: string; rank: string | null };

type Candidate = {
  message: AlertCause;
  stage: 'claimed' | 'won';
  rank: string;
  /** Arrival time of the first message that this alert covers. */
  since: number;
};

export type AlertState = {
  /** By conversation: the message that the next alert shows. */
  candidates: ReadonlyMap<string, Candidate>;
  /** By conversation: the message that its notification shows. */
  shown: ReadonlyMap<string, string>;
  /** Messages claimed by this page or another, latest last. */
  taken: readonly string[];
  lastToneAt: number | null;
};

export type AlertEvent =
  | { kind: 'changed'; change: AlertChange; rank: string }
  | { kind: 'handed-over'; alert: HandOverAlert; rank: string }
  | { kind: 'claimed'; claim: AlertClaim }
  | { kind: 'claim-over'; messageId: string }
  | { kind: 'translation-over'; conversationId: string; since: number }
  /** The conversation was read at any desk, or is in view in this page. */
  | { kind: 'seen'; conversationId: string };

export type AlertEffect =
  | { kind: 'claim'; claim: AlertClaim }
  | { kind: 'wait'; ms: number; event: AlertEvent }
  | { kind: 'tone' }
  | { kind: 'show'; message: AlertCause }
  | { kind: 'close'; conversationId: string };

type Step = { state: AlertState; effects: readonly AlertEffect[] };
type Moment = { scene: AlertScene; now: number };

export const noAlerts: AlertState = { candidates: new Map(), shown: new Map(), taken: [], lastToneAt: null };

/** Channels deliver within a few milliseconds, and the pages receive an event about that close together. */
const claimMs = 200;
const remembered = 200;

const changedMap = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | null) => {
  const changed = new Map(map);
  changed.delete(key);
  return value === null ? changed : changed.set(key, value);
};

const withCandidate = (state: AlertState, id: string, candidate: Candidate | null): AlertState => ({
  ...state,
  candidates: changedMap(state.candidates, id, candidate),
});

const withTaken = (state: AlertState, messageId: string): AlertState => ({
  ...state,
  taken: [...state.taken, messageId].slice(-remembered),
});

function show(state: AlertState, { message }: Candidate): Step {
  const id = message.conversationId;
  const after = withCandidate(state, id, null);
  return {
    state: { ...after, shown: changedMap(state.shown, id, message.id) },
    effects: [{ kind: 'show', message }],
  };
}

/** Drops the conversation's pending alert and closes its notification. */
function dismiss(state: AlertState, conversationId: string): Step {
  return {
    state: {
      ...withCandidate(state, conversationId, null),
      shown: changedMap(state.shown, conversationId, null),
    },
    effects: state.shown.has(conversationId) ? [{ kind: 'close', conversationId }] : [],
  };
}

/** Records that another page has played, or is playing, the tone. */
const afterOthersTone = (state: AlertState, now: number): AlertState =>
  isToneDue(state.lastToneAt, now) ? { ...state, lastToneAt: now } : state;

function onNews(state: AlertState, message: AlertCause, rank: string, { scene, now }: Moment): Step {
  const { id: messageId, conversationId } = message;
  if (scene.isWatched(conversationId)) {
    return { state, effects: [{ kind: 'claim', claim: { messageId, rank: null } }] };
  }
  const earlier = state.candidates.get(conversationId);
  if (earlier?.message.id === messageId) return onUpdate(state, message);
  if (state.taken.includes(messageId)) {
    // An older text must not replace the one that another page shows.
    const isOvertaken = earlier !== undefined && earlier.message.seq < message.seq;
    return { state: isOvertaken ? withCandidate(state, conversationId, null) : state, effects: [] };
  }
  const since = earlier?.since ?? now;
  return {
    state: withCandidate(withTaken(state, messageId), conversationId, {
      message,
      stage: 'claimed',
      rank,
      since,
    }),
    effects: [
      { kind: 'claim', claim: { messageId, rank } },
      { kind: 'wait', ms: claimMs, event: { kind: 'claim-over', messageId } },
    ],
  };
}

/** Handles the translation, edit or deletion of a message that is already known. */
function onUpdate(state: AlertState, message: AlertCause): Step {
  const { conversationId } = message;
  const candidate = state.candidates.get(conversationId);
  const isCandidate = candidate?.message.id === message.id;
  if (message.erased) {
    const concerned = isCandidate || state.shown.get(conversationId) === message.id;
    return concerned ? dismiss(state, conversationId) : { state, effects: [] };
  }
  if (!isCandidate || message.changedSeq <= candidate.message.changedSeq) return { state, effects: [] };
  const updated = { ...candidate, message };
  if (updated.stage === 'won' && isReadable(message)) return show(state, updated);
  return { state: withCandidate(state, conversationId, updated), effects: [] };
}

const claimedHere = ({ candidates }: AlertState, messageId: string): Candidate | undefined =>
  [...candidates.values()].find(({ message, stage }) => message.id === messageId && stage === 'claimed');

function onClaimed(state: AlertState, { messageId, rank }: AlertClaim, now: number): Step {
  const known = withTaken(state, messageId);
  const own = claimedHere(state, messageId);
  if (rank === null) return own ? dismiss(known, own.message.conversationId) : { state: known, effects: [] };
  if (own && own.rank < rank) return { state, effects: [] };
  const yielded = own ? withCandidate(known, own.message.conversationId, null) : known;
  return { state: afterOthersTone(yielded, now), effects: [] };
}

function onClaimOver(state: AlertState, messageId: string, now: number): Step {
  const own = claimedHere(state, messageId);
  if (!own) return { state, effects: [] };
  const tone: AlertEffect[] = isToneDue(state.lastToneAt, now) ? [{ kind: 'tone' }] : [];
  const sounded: AlertState = { ...state, lastToneAt: tone.length > 0 ? now : state.lastToneAt };
  const won: Candidate = { ...own, stage: 'won' };
  const left = own.since + translationMs - now;
  const { conversationId } = own.message;
  if (isReadable(own.message) || left <= 0) {
    const shown = show(sounded, won);
    return { state: shown.state, effects: [...tone, ...shown.effects] };
  }
  const over: AlertEvent = { kind: 'translation-over', conversationId, since: own.since };
  return {
    state: withCandidate(sounded, conversationId, won),
    effects: [...tone, { kind: 'wait', ms: left, event: over }],
  };
}

function onTranslationOver(state: AlertState, conversationId: string, since: number): Step {
  const own = state.candidates.get(conversationId);
  // The timer may belong to an earlier alert.
  return own?.stage === 'won' && own.since === since ? show(state, own) : { state, effects: [] };
}

/** Returns the state after an event, and the effects for the page to run. */
export function nextAlerts(state: AlertState, event: AlertEvent, moment: Moment): Step {
  switch (event.kind) {
    case 'changed': {
      const { change, rank } = event;
      return deservesAlert(change, moment.scene, moment.now)
        ? onNews(state, change.message, rank, moment)
        : onUpdate(state, change.message);
    }
    case 'handed-over':
      return onNews(state, event.alert, event.rank, moment);
    case 'claimed':
      return onClaimed(state, event.claim, moment.now);
    case 'claim-over':
      return onClaimOver(state, event.messageId, moment.now);
    case 'translation-over':
      return onTranslationOver(state, event.conversationId, event.since);
    case 'seen':
      return dismiss(state, event.conversationId);
  }
}
