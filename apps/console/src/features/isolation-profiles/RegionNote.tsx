import type { IsolationProfile } from '@parley/contract/isolation-profiles';
import { interfaceLanguageOf } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/countries.ts';

type Properties = {
  profile: Pick<IsolationProfile, 'region' | 'version'>;
  suggesting: boolean;
  onSuggest: () => void;
};

/** Shows the egress region of the account's traffic, with a button that suggests a device typical of it. */
export function RegionNote({ profile: { region, version }, suggesting, onSuggest }: Properties) {
  const { t, i18n } = useTranslation();
  const known = region !== null;
  const title = known
    ? t('isolation.region', { region: countryName(region, interfaceLanguageOf(i18n.language)) })
    : t('isolation.regionUnknown');
  const whose = version === 0 ? t('isolation.untouched') : t('isolation.changed');
  return (
    <Alert
      className="region-note"
      type="info"
      showIcon
      title={title}
      description={
        <>
          <p>{known ? whose : `${t('isolation.regionCure')} ${whose}`}</p>
          <Button loading={suggesting} onClick={onSuggest}>
            {known ? t('isolation.fit') : t('isolation.suggest')}
          </Button>
        </>
      }
    />
  );
}
