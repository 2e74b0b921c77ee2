import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { characterDays, characterSummary } from '../../../features/characters/queries.ts';
import { portsOfWorkspace } from '../../../features/ports/queries.ts';
import { socialAccountsInFigures } from '../../../features/social-accounts/queries.ts';
import { RefusedAccounts } from '../../../features/social-accounts/RefusedAccounts.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { daysLeft } from './days-left.ts';

/** The owner is warned when the characters last for fewer days than this. */
const fewDays = 7;

/** Lists what requires the owner's attention; renders nothing when there is nothing. */
export function Attention() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useClient();
  const { data: totals } = useQuery(socialAccountsInFigures(client));
  const { data: ports } = useQuery(portsOfWorkspace(client));
  const { data: characters } = useQuery(characterSummary(client));
  const { data: usage } = useQuery(characterDays(client, '7'));
  const left =
    characters &&
    usage &&
    daysLeft(
      characters.ownerRemaining,
      usage.days.map((day) => day.characters),
    );
  const notices: { text: string; to: string }[] = [];
  if (ports && ports.total > 0 && ports.online >= ports.total)
    notices.push({ text: t('home.portsFull', { count: ports.total }), to: paths.socialAccounts });
  if (totals && totals.inactive > 0)
    notices.push({
      text: t('home.inactive', { count: totals.inactive }),
      to: `${paths.socialAccounts}?state=inactive`,
    });
  if (totals?.purge.firstAt)
    notices.push({
      text: t('home.purge', {
        count: totals.purge.announced,
        at: formats.dateTime(totals.purge.firstAt),
      }),
      to: `${paths.socialAccounts}?state=purge-announced`,
    });
  if (typeof left === 'number' && left < fewDays)
    notices.push({ text: t('home.runningOut', { count: left }), to: paths.chatUse });
  return (
    <>
      {totals === undefined || totals.refused.total === 0 ? null : <RefusedAccounts {...totals.refused} />}
      {notices.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={t('home.attention')}
          description={
            <ul className="attention">
              {notices.map(({ text, to }) => (
                <li key={text}>
                  {text} <Link to={to}>{t('home.view')}</Link>
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
