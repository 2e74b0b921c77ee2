/** Notifies owners about their sites' budgets. */
import type { Tx } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { notifyOwner } from '../notifications/index.ts';
import type { Site, SiteDraw } from './store.ts';

const keptMs = 14 * 86_400_000;

/**
 * Notifies the owner that a site's budget is nearly or fully used up. The caller ensures that each is sent once a day.
 */
export async function notify(
  tx: Tx,
  realtime: Pick<RealtimeServer, 'console'>,
  { workspaceId }: Site,
  { news, siteName, limit, day, timeZone }: SiteDraw,
  now: number,
): Promise<void> {
  const texts = news === 'exhausted' ? exhausted : warned;
  const facts = { site: siteName, limit: limit ?? 0, day: `${day} (${timeZone})` };
  await notifyOwner(tx, realtime, {
    id: newId(),
    workspaceId,
    level: news === 'exhausted' ? 'urgent' : 'warning',
    title: { 'zh-CN': texts.zh.title(facts), 'en-US': texts.en.title(facts) },
    body: { 'zh-CN': texts.zh.body(facts), 'en-US': texts.en.body(facts) },
    publishedAt: new Date(now),
    expiresAt: new Date(now + keptMs),
  });
}

type Facts = { site: string; limit: number; day: string };
type Texts = Record<'zh' | 'en', Record<'title' | 'body', (facts: Facts) => string>>;

const warned: Texts = {
  zh: {
    title: ({ site }) => `“${site}”今日的访客翻译额度已用 80%`,
    body: ({ site, limit, day }) =>
      `网站聊天“${site}”的访客在 ${day} 已用掉当日 ${limit} 个字符额度的 80%。额度用完后，访客消息仍会送达，但不再翻译，也不扣费。您可以在“社交账号”页面该账号的“访客翻译额度”里调整。`,
  },
  en: {
    title: ({ site }) => `Visitors of “${site}” have used 80% of today’s translation budget`,
    body: ({ site, limit, day }) =>
      `On ${day}, visitors of the website chat “${site}” have used 80% of the day’s budget of ${limit} characters. Once it is used up, their messages still arrive, but untranslated and free of charge. You can change the budget under Social accounts, in the account’s “Visitor budget”.`,
  },
};

const exhausted: Texts = {
  zh: {
    title: ({ site }) => `“${site}”今日的访客翻译额度已用完`,
    body: ({ site, limit, day }) =>
      `网站聊天“${site}”在 ${day} 的访客翻译额度（${limit} 个字符）已不足以翻译新消息。访客消息仍会以原文送达，不扣费；额度将于次日恢复。您可以在“社交账号”页面该账号的“访客翻译额度”里调整。`,
  },
  en: {
    title: ({ site }) => `Today’s translation budget for visitors of “${site}” is used up`,
    body: ({ site, limit, day }) =>
      `The budget of the website chat “${site}” for ${day} (${limit} characters) is too low to translate another message. Visitors’ messages still arrive untranslated and free of charge; the budget resets the next day. You can change it under Social accounts, in the account’s “Visitor budget”.`,
  },
};
