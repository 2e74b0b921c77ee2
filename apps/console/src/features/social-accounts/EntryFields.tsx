import type { PlatformInfo } from '@parley/contract/channels';
import { useTranslation } from 'react-i18next';
import { CredentialFields } from './CredentialFields.tsx';

/** The fields of a platform for a new account: its credentials, or the values required before a pairing code. */
export function EntryFields({ platform }: { platform: PlatformInfo }) {
  const { t } = useTranslation();
  const { id, pairing } = platform;
  if (pairing === null) return <CredentialFields platform={platform} />;
  return (
    <>
      <CredentialFields platform={{ id, fields: pairing.fields }} under="values" />
      <p className="quiet">{t('accountPairing.before')}</p>
    </>
  );
}
