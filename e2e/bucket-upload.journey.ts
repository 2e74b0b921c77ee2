/** Stores files in a bucket: the browser uploads them directly, cross-origin, without passing through this server. */
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../apps/server/src/base/clock.ts';
import { type S3Server, startS3Server } from '../apps/server/src/base/files/testing/s3-server.ts';
import { enterConsole } from './harness/console.ts';
import { visit } from './harness/logged-in-pages.ts';
import { registerOwner } from './harness/people.ts';
import { setOwnStage } from './harness/stage.ts';

let bucket: S3Server;
const stage = setOwnStage(async () => {
  bucket = await startS3Server({ clock: systemClock });
  return {
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  };
});

afterAll(() => bucket.close());

/** A red dot of one pixel. */
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('an avatar is uploaded to the bucket and shown from there', async () => {
  bucket.letIn(stage().server.url);
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner, { path: '/user/setting' });
  await page.getByLabel('Nickname').fill('Far Sail');
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  const kept = [...bucket.objects].map(([key, { contentType }]) => [key.split('/')[0], contentType]);
  expect(kept).toEqual([['files', 'image/png']]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await visit(page, '/user/info');
  await page.getByRole('heading', { name: 'Far Sail' }).waitFor();
  const seesFace = () =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('.profile-head img')].some((image) => image.complete && image.naturalWidth > 0)`,
    );
  await expect.poll(seesFace).toBe(true);
});
