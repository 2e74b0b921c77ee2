import { platforms } from '@parley/contract/catalogues';
import type { SocialAccountSummary } from '@parley/contract/channels';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateReason } from './StateReason.tsx';

/** Lists the social accounts that are offline until their owner acts, with the reasons. */
export function RefusedAccounts({ total, list }: SocialAccountSummary['refused']) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <Alert
      type="error"
      showIcon
      title={t('socialAccounts.needAttention', { count: total })}
      description={
        <ul className="attention">
          {list.map(({ id, platform, name, stateReason, stateSince }) => (
            <li key={id}>
              {platforms[platform].names[language]} · <ForeignText>{name}</ForeignText> ·{' '}
              {formats.dateTime(stateSince)}
              {stateReason === null ? null : (
                <>
                  {' '}
                  · <StateReason reason={stateReason} />
                </>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
