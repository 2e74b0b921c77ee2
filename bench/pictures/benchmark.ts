/**
 * Measures how soon an agent sees a customer's picture: from the time at which a platform can announce it until the open
 * conversation in Chromium shows it. In between, the server downloads and inspects the file, creates a preview and notifies
 * the desk; the desk requests a link and loads it.
 */
import { type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import { addSocialAccount } from '@parley/contract/channels';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../../e2e/harness/browser.ts';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { callEndpoint } from '../server-under-test/http.ts';
import { startServer } from '../server-under-test/start.ts';

export const pictures: Benchmark = {
  name: 'pictures',
  summary: 'from a customer’s picture to its sight in the desk (npm run build first)',
  run,
};

const customer = { id: 7, firstName: 'Marta', language: 'es' };
/** The size of Telegram's photos. */
const [width, height] = [1280, 960];

async function run(it: Run): Promise<Outcome> {
  const times = it.quick ? 5 : 60;
  const server = await startServer(it, { PRIVATE_NETWORKS: 'on' });
  const { consoleToken, subAccounts } = await server.call('seed', {
    subAccounts: 1,
    accounts: 0,
    desks: 0,
    firstDesks: 1,
    translation: false,
  });
  const [agent] = subAccounts;
  const platform = await startBotApiServer();
  const browser = await launchBrowser();
  try {
    const bot = platform.addBot('shop_bot');
    const credentials = { token: bot.token, apiRoot: platform.url };
    await callEndpoint(server.url, addSocialAccount, {
      token: consoleToken,
      body: { platform: 'telegram', subAccountId: agent?.id, name: 'Shop', credentials },
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await context.addInitScript(
      (stored) => localStorage.setItem('desk:ACCESS_TOKEN', stored),
      agent?.deskTokens[0] ?? '',
    );
    const page = await context.newPage();
    await page.goto(`${server.url}/desk/`);
    bot.write(customer, 'Hola');
    await page.locator('a[data-conversation]').first().click();
    await page.locator('li[data-message]').first().waitFor();
    it.say(`${times} pictures, one after the other`);
    const shown: number[] = [];
    let bytes = 0;
    for (let at = 0; at < times; at += 1) {
      const photo = await newPhoto();
      bytes += photo.length;
      shown.push(await untilShown(page, bot, { id: `photo-${at}`, bytes: photo }));
    }
    return { markdown: report(shown, bytes / times), postgres: server.postgres };
  } finally {
    await browser.close();
    await platform.close();
  }
}

/** A different one each time: noise, which compresses as badly as any picture. */
const newPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

async function untilShown(
  page: Page,
  { bot, post }: BotHandle,
  { id, bytes }: { id: string; bytes: Buffer },
): Promise<number> {
  bot.files.set(id, bytes);
  const seen = page.evaluate<number>(`new Promise((resolve) => {
    const isShown = (image) => image.complete && image.naturalWidth > 0;
    const look = () => {
      const all = [...document.querySelectorAll('.desk-messages li[data-message] img')];
      const last = all.at(-1);
      if (last !== undefined && last.src !== window.lastPicture && isShown(last)) {
        window.lastPicture = last.src;
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      } else requestAnimationFrame(look);
    };
    look();
  })`);
  const posted = performance.timeOrigin + performance.now();
  post(customer, { photo: [{ file_id: id, file_unique_id: id, width, height, file_size: bytes.length }] });
  return (await seen) - posted;
}

function report(shown: readonly number[], bytes: number): string {
  const spread = spreadOf(shown);
  const budgets = budgetTable([
    {
      what: 'a picture shows in the desk: p95',
      budget: '< 1 s',
      seen: `${ms(spread.p95)} ms`,
      hit: spread.p95 < 1_000,
    },
  ]);
  const kilobytes = whole(bytes / 1_000);
  const rows = table(
    [`pictures of ${width} × ${height}, ${kilobytes} KB`, 'shown', ...spreadTitles],
    [['from the platform to the agent’s eyes', whole(spread.count), ...spreadCells(spread)]],
  );
  return [budgets, rows].join('\n\n');
}
