import { expect, it } from 'vitest';
import { createUploads, maxFiles } from './uploads.ts';

const here = 'a conversation';
const picture = (name = 'dress.png') => new File(['pixels'], name, { type: 'image/png' });

function setUp() {
  const asked: { file: File; signal: AbortSignal; answer: PromiseWithResolvers<string> }[] = [];
  let ids = 0;
  const uploads = createUploads(
    (file, { signal, onProgress }) => {
      const answer = Promise.withResolvers<string>();
      asked.push({ file, signal, answer });
      onProgress(0.5);
      return answer.promise;
    },
    () => `key ${++ids}`,
  );
  const states = () =>
    uploads
      .of(here)
      .get()
      .map(({ state }) => state);
  return { uploads, asked, states };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it('uploads a file at once and hands it over once when it is ready', async () => {
  const { uploads, asked, states } = setUp();
  uploads.add(here, [picture()]);
  expect(uploads.of(here).get()).toMatchObject([{ state: 'uploading', share: 0.5, name: 'dress.png' }]);
  expect(uploads.take(here)).toEqual([]);
  asked[0]?.answer.resolve('the file');
  await turn();
  expect(states()).toEqual(['ready']);
  expect(uploads.take(here)).toEqual([
    { fileId: 'the file', name: 'dress.png', contentType: 'image/png', size: 6 },
  ]);
  expect(uploads.take(here)).toEqual([]);
});

it('hands a recording over as a voice message, which can be listened to before', async () => {
  const { uploads, asked } = setUp();
  const file = new File(['spoken'], 'voice-message.ogg', { type: 'audio/ogg' });
  expect(uploads.add(here, [file], true)).toBe(0);
  asked[0]?.answer.resolve('the file');
  await turn();
  expect(uploads.of(here).get()).toMatchObject([{ state: 'ready', recording: file }]);
  expect(uploads.take(here)).toMatchObject([{ fileId: 'the file', voice: true }]);
  uploads.add(
    here,
    Array.from({ length: maxFiles }, () => picture()),
  );
  expect(uploads.add(here, [file], true)).toBe(1);
});

it('refuses files that no message may contain before uploading anything', () => {
  const { uploads, asked } = setUp();
  uploads.add(here, [new File(['x'], 'a.exe', { type: 'application/x-msdownload' })]);
  uploads.add(here, [new File([], 'a.png', { type: 'image/png' })]);
  expect(uploads.of(here).get()).toMatchObject([
    { state: 'refused', problem: 'type' },
    { state: 'refused', problem: 'empty' },
  ]);
  expect(asked).toEqual([]);
});

it('retries a failed upload, and aborts a removed one', async () => {
  const { uploads, asked, states } = setUp();
  uploads.add(here, [picture()]);
  asked[0]?.answer.reject(new Error('no network'));
  await turn();
  expect(states()).toEqual(['failed']);
  uploads.retry(here, 'key 1');
  expect(states()).toEqual(['uploading']);
  uploads.remove(here, 'key 1');
  expect(asked[1]?.signal.aborted).toBe(true);
  asked[1]?.answer.reject(new Error('aborted'));
  await turn();
  expect(states()).toEqual([]);
});

it('sends files that are already on the server with the others', () => {
  const { uploads } = setUp();
  const file = { fileId: 'of a material', name: 'a.mp4', contentType: 'video/mp4', size: 3 };
  uploads.attach(here, file);
  expect(uploads.take(here)).toEqual([file]);
});

it('accepts files up to the limit, and keeps conversations apart', () => {
  const { uploads } = setUp();
  const chosen = Array.from({ length: maxFiles + 2 }, () => picture());
  expect(uploads.add(here, chosen)).toBe(2);
  expect(uploads.add(here, [picture()])).toBe(1);
  expect(uploads.add('another', [picture()])).toBe(0);
  expect(uploads.of(here).get()).toHaveLength(maxFiles);
  expect(uploads.of('another').get()).toHaveLength(1);
});
