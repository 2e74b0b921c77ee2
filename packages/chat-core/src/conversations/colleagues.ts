import type { Client } from '@parley/api-client';
import { type ColleagueAct, signalColleagues } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { createStore, type ReadableStore } from '../store.ts';

/** A page is repeated at this interval while colleagues are there, and forgotten after this time without a repetition. */
const repeatMs = 6_000;
const forgetMs = 15_000;
/** A text that isn't continued for so long is no reply under way. */
const idleMs = 6_000;
/** A newcomer is answered once in this time: each of two pages that answer each other has seen the other by then. */
const answerEveryMs = 500;
/** More pages than a team opens: beyond these they are made up. */
const mostPages = 50;

/** Another person at a desk of the same sub-account who has the conversation open. */
export type Colleague = { person: string; name: string | null; replying: boolean };

export type Colleagues = {
  /** Each person once, those who reply first. */
  list: ReadableStore<readonly Colleague[]>;
  /** The agent writes a reply, or has sent or emptied it. */
  writing(on: boolean): void;
  /** The page comes to the screen or leaves it: a conversation in the background is not open. */
  show(visible: boolean): void;
  close(): void;
};

export type ColleaguesOptions = {
  client: Client;
  live: Live;
  clock: ClientClock;
  /** The id of this page or window. */
  page: string;
  /** Returns the agent's name among colleagues; undefined: none is given. */
  name(): string | undefined;
};

type Page = Colleague & { cancel: Cancel };
type Signal = Parameters<ServerEvents['colleague']>[0];

function peopleOf(pages: Iterable<Page>): Colleague[] {
  const people = new Map<string, Colleague>();
  for (const { person, name, replying } of pages) {
    const known = people.get(person);
    people.set(person, {
      person,
      name: known?.name ?? name,
      replying: replying || (known?.replying ?? false),
    });
  }
  return [...people.values()].sort(
    (a, b) => Number(b.replying) - Number(a.replying) || (a.person < b.person ? -1 : 1),
  );
}

/**
 * Keeps the colleagues' pages, each until it leaves or isn't repeated any more. Pages name themselves, and the server names
 * persons: a page is known by both, so that no login can make another one's page leave.
 */
function createPages(clock: ClientClock) {
  const list = createStore<readonly Colleague[]>([]);
  const pages = new Map<string, Page>();
  const update = () => list.set(peopleOf(pages.values()));
  const remove = (id: string) => {
    pages.get(id)?.cancel();
    if (pages.delete(id)) update();
  };
  return {
    list,
    isEmpty: () => pages.size === 0,
    /** Returns whether the page is a newcomer's. */
    put({ page, person, name, act }: Signal): boolean {
      const id = `${person} ${page}`;
      if (act === 'left') {
        remove(id);
        return false;
      }
      const known = pages.get(id);
      if (!known && pages.size >= mostPages) return false;
      known?.cancel();
      const cancel = clock.after(forgetMs, () => remove(id));
      pages.set(id, { person, name, replying: act === 'replying', cancel });
      update();
      return known === undefined;
    },
    clear() {
      for (const { cancel } of pages.values()) cancel();
      pages.clear();
      update();
    },
  };
}

/** A timer of which at most one runs. */
function createWait(clock: ClientClock) {
  let cancel: Cancel | null = null;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    stop,
    isRunning: () => cancel !== null,
    start(ms: number, work: () => void) {
      stop();
      cancel = clock.after(ms, () => {
        cancel = null;
        work();
      });
    },
  };
}

/** Sends what this page does in a conversation: each change, answers to newcomers, and repetitions while others are there. */
function createOwnSignal(
  { client, clock, page, name }: ColleaguesOptions,
  conversationId: string,
  isAlone: () => boolean,
) {
  let act: ColleagueAct = 'left';
  let sentAt = Number.NEGATIVE_INFINITY;
  const [repetition, answer] = [createWait(clock), createWait(clock)];
  const stop = () => {
    repetition.stop();
    answer.stop();
  };
  const send = () => {
    stop();
    sentAt = clock.now();
    const given = name();
    const body = { page, act, ...(given === undefined ? {} : { name: given }) };
    // Worthless a moment later: a failure is neither shown nor retried.
    client.call(signalColleagues, { params: { conversationId }, body }).catch(() => undefined);
    if (act !== 'left' && !isAlone()) repetition.start(repeatMs, send);
  };
  return {
    stop,
    isLeft: () => act === 'left',
    become(next: ColleagueAct) {
      if (act === next) return;
      act = next;
      send();
    },
    again() {
      if (act !== 'left') send();
    },
    answer() {
      if (act === 'left' || answer.isRunning()) return;
      answer.start(Math.max(0, sentAt + answerEveryMs - clock.now()), send);
    },
  };
}

/**
 * Shows colleagues what this page does in a conversation, and collects what they do. An agent who is alone sends one signal
 * for each conversation: it is repeated only while others are there.
 */
export function followColleagues(options: ColleaguesOptions, conversationId: string): Colleagues {
  const { live, clock } = options;
  const pages = createPages(clock);
  const own = createOwnSignal(options, conversationId, pages.isEmpty);
  const idle = createWait(clock);
  const stops = [
    live.on('colleague', (event) => {
      if (event.conversationId === conversationId && pages.put(event)) own.answer();
    }),
    // The events of a lost connection are unknown, to both sides.
    live.onConnect(() => {
      pages.clear();
      own.again();
    }),
  ];
  return {
    list: pages.list,
    writing(on) {
      idle.stop();
      if (own.isLeft()) return;
      if (on) idle.start(idleMs, () => own.become('viewing'));
      own.become(on ? 'replying' : 'viewing');
    },
    show(visible) {
      idle.stop();
      own.become(visible ? 'viewing' : 'left');
    },
    close() {
      for (const stop of stops) stop();
      idle.stop();
      own.become('left');
      own.stop();
      pages.clear();
    },
  };
}
