/** The list of split links with their figures as a spreadsheet, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import type { SplitLinkListed } from '@parley/contract/split-links';
import {
  choiceField,
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';

const disabled = text('已停用', 'Disabled');
const expired = text('已过期', 'Expired');
const noTarget = text('无可用链接', 'No target');
const enabled = text('已启用', 'Enabled');

const kinds = { online: text('仅在线', 'Online only'), full: text('全部分配', 'All enabled') };
const modes = { sequential: text('顺序', 'In turn'), random: text('随机', 'At random') };

/** The state at `now`, as the list shows it. */
function stateAt(
  { enabled: isEnabled, expiresAt, availableCount }: SplitLinkListed,
  now: number,
): SheetTexts {
  if (!isEnabled) return disabled;
  if (expiresAt !== null && expiresAt <= now) return expired;
  return availableCount === 0 ? noTarget : enabled;
}

const fieldsAt = (now: number): readonly Field<SplitLinkListed>[] => [
  textField(text('分流名称', 'Name'), 28, ({ name }) => name),
  textField(text('短链接', 'Short link'), 44, ({ url }) => url),
  choiceField(text('状态', 'Status'), 12, (link) => stateAt(link, now)),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  choiceField(text('分流类型', 'Eligible targets'), 16, ({ eligibility }) => kinds[eligibility]),
  choiceField(text('分流模式', 'Order'), 12, ({ mode }) => modes[mode]),
  countField(text('可用目标链接', 'Available targets'), ({ availableCount }) => availableCount),
  countField(text('目标链接', 'Targets'), ({ targetCount }) => targetCount),
  countField(text('今日访问', 'Visits today'), ({ visitsToday }) => visitsToday),
  countField(text('访问数', 'Visits'), ({ visits }) => visits),
  countField(text('转化', 'Conversions'), ({ conversions }) => conversions),
  countField(text('新粉', 'New fans'), ({ newFans }) => newFans),
  countField(text('留言', 'Contacts'), ({ contacts }) => contacts),
  textField(text('备注', 'Remark'), 30, ({ remark }) => remark),
  timeField(text('到期时间', 'Expires'), ({ expiresAt }) => expiresAt),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt),
];

export const linkListSheet = (reader: SheetReader): Sheet<SplitLinkListed> =>
  sheetOf(text('分流链接', 'Split links'), fieldsAt(reader.now), reader);
