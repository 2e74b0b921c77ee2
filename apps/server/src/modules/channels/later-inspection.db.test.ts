/** A picture that could not be inspected when it was uploaded, until everyone sees its preview. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { largePicture } from '../../testing/small-files.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
afterAll(() => harness.close());

const { upload } = createUploads(() => harness);
/** Makes the waiting inspection due. */
const hurry = () =>
  harness.app.database.db.execute(sql`
    select graphile_worker.reschedule_jobs(array[id], run_at => now()), pg_notify('jobs:insert', '{"count": 1}')
    from graphile_worker.jobs where task_identifier = 'files.inspect-later'`);

it('a picture that was sent before its inspection gets its size and its preview in the message', async () => {
  const { token } = harness.agent;
  const { conversationId } = await harness.meet('Hola');
  // Refused at the upload, and by the job’s first attempt.
  const inspect = vi.spyOn(harness.app.services.mediaInspector, 'inspect').mockResolvedValueOnce(null);
  inspect.mockResolvedValueOnce(null);
  const wanted = { purpose: 'message', contentType: 'image/jpeg', fileName: 'dress.jpg' } as const;
  const fileId = await upload(token, wanted, await largePicture());
  const body = { id: randomUUID(), text: '', mode: 'translate', fileId } as const;
  const sent = await harness.call(conversationsApi.sendMessage, { params: { conversationId }, body }, token);
  expect(sent.attachment).toMatchObject({ fileId, width: null, hasPreview: false });
  const seen = await until('the preview', async () => {
    await hurry();
    const { messages } = await harness.call(
      conversationsApi.deskMessages,
      { params: { conversationId }, query: { limit: 10 } },
      token,
    );
    return messages.find(({ id, attachment }) => {
      return id === sent.id && attachment?.type === 'media' && attachment.hasPreview;
    });
  });
  expect(seen.attachment).toMatchObject({ fileId, state: 'ready', width: 800, height: 600 });
  const request = { params: { conversationId, fileId } };
  const { previewUrl } = await harness.call(conversationsApi.deskFileLink, request, token);
  expect((await fetch(new URL(previewUrl ?? '', harness.url))).headers.get('content-type')).toBe(
    'image/webp',
  );
});
