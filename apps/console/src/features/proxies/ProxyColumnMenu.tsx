import { useTranslation } from 'react-i18next';
import { ColumnMenu } from '../../ui/ColumnMenu.tsx';

type Properties = { hidden: readonly string[]; onHidden: (hidden: readonly string[]) => void };

/** Which columns of the proxies' table are seen. */
export function ProxyColumnMenu(properties: Properties) {
  const { t } = useTranslation();
  const columns = [
    { key: 'protocol', name: t('proxies.protocol') },
    { key: 'address', name: t('proxies.address') },
    { key: 'userName', name: t('proxies.userName') },
    { key: 'range', name: t('proxies.rangeShort') },
    { key: 'status', name: t('proxies.statusName') },
    { key: 'region', name: t('proxies.region') },
    { key: 'exit', name: t('proxies.exitAddress') },
    { key: 'accounts', name: t('proxies.socialAccounts') },
    { key: 'tested', name: t('proxies.tested') },
  ];
  return <ColumnMenu columns={columns} {...properties} />;
}
