import type { Client } from '@parley/api-client';
import { type ColleagueAct, signalColleagues } from '@parley/contract/conversations';
import type { ServerEvents } from '@parley/contract/realtime';
import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { createStore, type ReadableStore } from '../store.ts';

/** Interval at which a page repeats its signal while colleagues are present, and age at which it is dropped. */
const repeatMs = 6_000;
const forgetMs = 15_000;
/** A reply counts as abandoned after this time without typing. */
const idleMs = 6_000;
/** Newcomers are answered at most once in this time; by then, two pages that answer each other have seen each other. */
const answerEveryMs = 500;
/** More pages than a team opens: any beyond this are bogus. */
const maxPages = 50;

/** Another person at a desk of the same sub-account who has the conversation open. */
export type Colleague = { person: string; name: string | null; replying: boolean };

export type Colleagues = {
  /** Each person once; those who are replying come first. */
  list: ReadableStore<readonly Colleague[]>;
  /** Reports that the agent is writing a reply, or has sent or emptied it. */
  writing(on: boolean): void;
  /** Reports that the page became visible or hidden: a conversation in a background tab doesn't count as open. */
  show(visible: boolean): void;
  close(): void;
};

export type ColleaguesOptions = {
  client: Client;
  live: Live;
  clock: ClientClock;
  /** The id of this page or window. */
  page: string;
  /** Returns the agent's name among colleagues; undefined when none is given. */
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
 * Tracks colleagues' pages, each until it leaves or stops repeating. Page ids are chosen by the pages, person ids by
 * the server: pages are keyed by both, so that no login can remove another person's page.
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
    /** Returns whether the page is new. */
    put({ page, person, name, act }: Signal): boolean {
      const id = `${person} ${page}`;
      if (act === 'left') {
        remove(id);
        return false;
      }
      const known = pages.get(id);
      if (!known && pages.size >= maxPages) return false;
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

/** A timer that runs at most once at a time. */
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

/** Sends this page's activity in a conversation: each change, answers to newcomers, and repetitions while others are present. */
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
    // A stale signal is worthless, so a failure is neither shown nor retried.
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
 * Shows colleagues what this page does in a conversation, and collects what they do. An agent who is alone sends one
 * signal per conversation; it is repeated only while others are present.
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
    // Both sides have missed events while the connection was down.
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
