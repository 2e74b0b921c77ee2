// i18n-keys: prospectiveFans.states.*
import type { ProspectiveFanState } from '@parley/contract/prospective-fans';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

const colours = { open: 'warning', claimed: 'default', done: 'success', 'given-up': 'default' } as const;

export function ProspectiveFanStateTag({ state }: { state: ProspectiveFanState }) {
  const { t } = useTranslation();
  return <Tag color={colours[state]}>{t(`prospectiveFans.states.${state}`)}</Tag>;
}
