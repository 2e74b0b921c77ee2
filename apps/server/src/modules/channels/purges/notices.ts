/** Notifies owners of the social accounts that will be deleted, with one notification for all of them. */
import { type PlatformId, platforms } from '@parley/contract/catalogues';
import type { Tx } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { notifyOwner } from '../../notifications/index.ts';
import { calendarOf } from '../../workspaces/index.ts';

export type AnnouncedAccount = { name: string; platform: PlatformId; date: number };

const keptMs = 14 * 86_400_000;
/** Most accounts that a notification names; the others are only counted. */
const named = 20;

export async function notifyOfPurge(
  tx: Tx,
  realtime: Pick<RealtimeServer, 'console'>,
  workspaceId: WorkspaceId,
  { announced, now }: { announced: readonly AnnouncedAccount[]; now: number },
): Promise<void> {
  const { timeZone } = await calendarOf(tx, workspaceId);
  await notifyOwner(tx, realtime, {
    id: newId(),
    workspaceId,
    level: 'warning',
    ...purgeTexts(announced, timeZone),
    publishedAt: new Date(now),
    expiresAt: new Date(now + keptMs),
  });
}

type Texts = Record<'title' | 'body', Record<'zh-CN' | 'en-US', string>>;

/** Returns the notification's texts, with days in the workspace's time zone. */
export function purgeTexts(announced: readonly AnnouncedAccount[], timeZone: string): Texts {
  // The Swedish locale formats dates as year-month-day.
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const inOrder = announced.toSorted((a, b) => a.date - b.date);
  const more = announced.length - named;
  const lines = (language: 'zh-CN' | 'en-US', rest: string) => [
    ...inOrder
      .slice(0, named)
      .map(
        ({ name, platform, date }) =>
          `${days.format(date)} · ${platforms[platform].names[language]} · ${name}`,
      ),
    ...(more > 0 ? [rest] : []),
  ];
  const count = announced.length;
  return {
    title: {
      'zh-CN': `${count} 个长期离线的共享账号即将删除`,
      'en-US':
        count === 1
          ? '1 inactive shared account is going to be deleted'
          : `${count} inactive shared accounts are going to be deleted`,
    },
    body: {
      'zh-CN': [
        `以下社交账号长期离线，且正通过工单分享链接展示。按照您的设置，它们将在所列日期（${timeZone}）连同会话、消息和粉丝一起删除；若账号在此之前上线，或不再被任何链接展示，则不会删除。`,
        '',
        ...lines('zh-CN', `……另有 ${more} 个`),
        '',
        '在“社交账号”页面按状态“待删除”筛选即可查看；在“账号设置”的“社交账号”中可以修改或关闭此设置。',
      ].join('\n'),
      'en-US': [
        `These social accounts have been offline for a long time and are shown by links to work orders. By your setting each is deleted with its conversations, messages and fans on the day named (${timeZone}), unless it comes online first or no link shows it any more.`,
        '',
        ...lines('en-US', `… and ${more} more`),
        '',
        'To see them, filter your social accounts by the status “To be deleted”. Under Settings, Social accounts, you can change this or turn it off.',
      ].join('\n'),
    },
  };
}
