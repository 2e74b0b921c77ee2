import { reactionEmoji as contractEmoji } from '@parley/contract/conversations';
import { type VisitorMessage, visitorChangeMs } from '@parley/contract/visitor';
import { describe, expect, test } from 'vitest';
import type { VisitorApiFailure } from '../chat/api.ts';
import { createMemoryStorage } from '../fixtures/memory-storage.ts';
import { createStore } from '../lib/store.ts';
import { lines as firstLines } from '../lib/words.ts';
import { type ChangeOfMessage, changeMs, createChanges, reactionEmoji } from './changes.ts';
import { stepTo } from './menu.ts';
import { lines, names } from './words.ts';

test('every language of the first script has the second one’s words', () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(firstLines).toSorted());
  for (const [language, line] of Object.entries(lines)) {
    expect(line.split('|'), language).toHaveLength(names.length);
    expect(line.split('|'), language).not.toContain('');
  }
});

test('the time for changes and the emoji are the contract’s', () => {
  expect(changeMs).toBe(visitorChangeMs);
  expect(reactionEmoji).toEqual(contractEmoji.options);
});

test.each([
  ['ArrowDown', 2, false, 0],
  ['ArrowUp', 0, false, 2],
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 0, true, 2],
  ['Home', 2, false, 0],
  ['End', 0, false, 2],
  ['a', 0, false, null],
])('%s leads from item %i (right to left: %s) to %s', (key, at, rtl, to) => {
  expect(stepTo(key, at, 3, rtl)).toBe(to);
});

describe('changes', () => {
  const message: VisitorMessage = {
    id: 'm1',
    seq: 1,
    changedSeq: 1,
    from: 'visitor',
    text: 'In red?',
    deleted: false,
    attachment: null,
    kind: 'text',
    replyTo: null,
    edited: false,
    reactions: [{ emoji: '❤', from: 'business' }],
    state: 'sent',
    author: null,
    at: 0,
  };
  const edit = (text: string): ChangeOfMessage => ({ kind: 'edit', messageId: 'm1', text });
  const refused = (error: string): VisitorApiFailure => ({ ok: false, why: 'refused', error, message: '' });

  /** Requests are answered by `answer`, in order; `pause` ends the wait after a request without an answer. */
  function createWorld() {
    const store = createStore('', createStorageOnce());
    const sent: ChangeOfMessage[] = [];
    const answers: ((result: VisitorApiFailure | 'taken') => void)[] = [];
    let calls = 0;
    /** Stops an endless loop, which a test's time limit can't. */
    function changed(): void {
      calls += 1;
      if (calls > 1000) throw new Error('changes without an end');
    }
    let pause = (): void => {};
    const pauses = {
      after: () =>
        new Promise<void>((resolve) => {
          pause = resolve;
        }),
      wake() {},
    };
    const visit = { token: () => 'token', lost() {}, pauses };
    const open = () =>
      createChanges(
        visit,
        (_token, change) => {
          sent.push(change);
          return new Promise((resolve) => {
            answers.push((result) => resolve(result === 'taken' ? { ok: true, data: message } : result));
          });
        },
        store,
        { changed, now: () => 5 },
      );
    const answer = async (result: VisitorApiFailure | 'taken'): Promise<void> => {
      answers.shift()?.(result);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    const endPause = async (): Promise<void> => {
      pause();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    return { store, sent, open, answer, endPause };
  }
  function createStorageOnce(): () => Storage {
    const storage = createMemoryStorage();
    return () => storage;
  }

  test('shows a change before the server has it, and forgets it afterwards', async () => {
    const { open, answer, store } = createWorld();
    const changes = open();
    changes.add(edit('In blue?'));
    changes.add({ kind: 'react', messageId: 'm1', emoji: '👍' });
    expect(changes.applied([message])[0]).toMatchObject({
      text: 'In blue?',
      edited: true,
      reactions: [
        { emoji: '❤', from: 'business' },
        { emoji: '👍', from: 'visitor' },
      ],
    });
    await answer('taken');
    await answer('taken');
    expect(store.keys()).toEqual([]);
  });

  test('sends the latest replacement of a change after a lost answer', async () => {
    const { open, answer, endPause, sent, store } = createWorld();
    const changes = open();
    changes.add(edit('In blue?'));
    await answer({ ok: false, why: 'offline' });
    expect(changes.fails()).toBe(true);
    changes.add({ kind: 'delete', messageId: 'm1' });
    await endPause();
    expect(sent.map(({ kind }) => kind)).toEqual(['edit', 'delete']);
    await answer('taken');
    expect([store.keys(), changes.fails()]).toEqual([[], false]);
  });

  test('skips a change that another tab has sent meanwhile', async () => {
    const { open, answer, endPause, sent, store } = createWorld();
    open().add(edit('In blue?'));
    await answer({ ok: false, why: 'offline' });
    store.remove('do:words:m1');
    await endPause();
    expect(sent).toHaveLength(1);
  });

  test('keeps a later change that was made while the server took the first', async () => {
    const { open, answer, sent } = createWorld();
    const changes = open();
    changes.add(edit('In blue?'));
    changes.add(edit('In green?'));
    await answer('taken');
    expect(sent.at(-1)).toMatchObject({ text: 'In green?' });
    await answer('taken');
    expect(changes.applied([message])).toEqual([message]);
  });

  test('keeps a refused edit for the visitor’s decision, shows the message unchanged, and drops changes of missing messages', async () => {
    const { open, answer, store } = createWorld();
    const changes = open();
    changes.add(edit('In blue?'));
    await answer(refused('message.unchangeable'));
    expect(changes.applied([message])).toEqual([message]);
    expect(changes.ofMessage('m1')).toMatchObject({ text: 'In blue?', refused: true });
    changes.add({ kind: 'react', messageId: 'm1', emoji: '👍' });
    await answer(refused('message.unchangeable'));
    changes.add({ kind: 'delete', messageId: 'm2' });
    await answer(refused('message.not-found'));
    expect(store.keys()).toEqual(['do:words:m1']);
  });

  test('continues in the next page, and ignores foreign entries in the store', () => {
    const { open, sent, store } = createWorld();
    for (const bad of [
      '',
      '{',
      '{"messageId":"../x","kind":"delete","at":1}',
      '{"messageId":"m3","kind":"edit","at":1}',
    ])
      store.set(`do:words:${bad.length}`, bad);
    store.set('do:words:m1', JSON.stringify({ ...edit('In blue?'), at: 1 }));
    open().flush();
    expect(sent).toEqual([{ ...edit('In blue?'), at: 1 }]);
  });

  test('ends once its own changes are sent, despite foreign entries in the store', async () => {
    const { open, answer, sent, store } = createWorld();
    const reaction = { kind: 'react', messageId: 'm2', emoji: '👍', at: 1 };
    store.set('do:words:m9', JSON.stringify({ ...edit('In blue?'), at: 1 }));
    store.set('do:words:m2', JSON.stringify(reaction));
    store.set('do:react:m2', JSON.stringify(reaction, null, 1));
    const changes = open();
    changes.add(edit('In green?'));
    await answer('taken');
    expect(sent).toMatchObject([{ text: 'In green?' }]);
    expect(changes.ofMessage('m2')).toBeUndefined();
  });
});
