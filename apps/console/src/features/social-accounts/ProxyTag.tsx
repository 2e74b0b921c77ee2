import type { SocialAccount } from '@parley/contract/channels';
import { ForeignText } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** The proxy that a social account currently uses, or why it uses none. */
export function ProxyTag({ proxy: { mode, name } }: Pick<SocialAccount, 'proxy'>) {
  const { t } = useTranslation();
  if (mode === 'direct') return <Tag color="warning">{t('socialAccounts.proxyDirect')}</Tag>;
  if (name === null && mode === 'chosen') return <Tag color="error">{t('socialAccounts.proxyGone')}</Tag>;
  if (name === null) return <span className="quiet">{t('socialAccounts.proxyNone')}</span>;
  return (
    <>
      <Tag className="proxy-name">
        <ForeignText>{name}</ForeignText>
      </Tag>
      {mode === 'auto' ? <span className="reason quiet">{t('socialAccounts.proxyAuto')}</span> : null}
    </>
  );
}
