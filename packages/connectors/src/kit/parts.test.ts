import { describe, expect, it } from 'vitest';
import { editParts, type PartResult, sendParts } from './parts.ts';

/** A platform that fails to send a part with the text `failing`. */
function platform(failing: string | null = null) {
  const calls: string[] = [];
  const send = async (part: string): Promise<PartResult> => {
    if (part === failing) return { ok: false, outcome: 'transient', reason: 'busy' };
    calls.push(`send ${part}`);
    return { ok: true, id: `id ${part}` };
  };
  const durable = async (id: string) => void calls.push(`durable ${id}`);
  const edit = async (id: string, part: string) => void calls.push(`edit ${id}: ${part}`);
  const remove = async (id: string) => void calls.push(`remove ${id}`);
  return { calls, send, durable, edit, remove };
}

describe('sendParts', () => {
  it('makes each part durable before sending the next, except the last one', async () => {
    const { calls, send, durable } = platform();
    const result = await sendParts({ partSent: durable }, ['a', 'b', 'c'], send);
    expect(calls).toEqual(['send a', 'durable id a', 'send b', 'durable id b', 'send c']);
    expect(result).toEqual({ ok: true, platformMessageId: 'id a', parts: ['id a', 'id b', 'id c'] });
  });

  it('returns no part ids for a message in one part', async () => {
    expect(await sendParts({}, ['a'], platform().send)).toEqual({ ok: true, platformMessageId: 'id a' });
  });

  it('sends only the remaining parts', async () => {
    const { calls, send } = platform();
    const result = await sendParts({ sentParts: ['id a', 'id b'] }, ['a', 'b', 'c'], send);
    expect(calls).toEqual(['send c']);
    expect(result).toMatchObject({ platformMessageId: 'id a', parts: ['id a', 'id b', 'id c'] });
  });

  it('stops at a part that fails, and reports how many are sent', async () => {
    const { calls, send } = platform('b');
    const busy = { ok: false, outcome: 'transient', reason: 'busy: 1/3' };
    expect(await sendParts({}, ['a', 'b', 'c'], send)).toEqual(busy);
    expect(calls).toEqual(['send a']);
    expect(await sendParts({}, ['b'], send)).toEqual({ ...busy, reason: 'busy' });
  });

  it('sends no part after one that could not be made durable', async () => {
    const { calls, send } = platform();
    const partSent = () => Promise.reject(new Error('closed'));
    await expect(sendParts({ partSent }, ['a', 'b'], send)).rejects.toThrow('closed');
    expect(calls).toEqual(['send a']);
  });

  it('refuses a message without parts', async () => {
    expect(await sendParts({}, [], platform().send)).toMatchObject({ outcome: 'permanent' });
  });
});

describe('editParts', () => {
  const target = { target: '1', parts: ['1', '2'] };

  it('edits each part in place', async () => {
    const it = platform();
    expect(await editParts(target, ['x', 'y'], it)).toEqual({ ok: true });
    expect(it.calls).toEqual(['edit 1: x', 'edit 2: y']);
  });

  it('deletes the parts that are no longer needed, and returns the others', async () => {
    const it = platform();
    expect(await editParts(target, ['x'], it)).toEqual({ ok: true, parts: ['1'] });
    expect(it.calls).toEqual(['edit 1: x', 'remove 2']);
  });

  it.each([
    ['more parts than there were', ['x', 'y', 'z'], 'message-in-parts'],
    ['no text', [], 'message-empty'],
  ])('refuses %s, and changes nothing', async (_, parts, reason) => {
    const it = platform();
    expect(await editParts(target, parts, it)).toEqual({ ok: false, outcome: 'permanent', reason });
    expect(it.calls).toEqual([]);
  });
});
