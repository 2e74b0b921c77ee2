import { CloseCircleFilled } from '@ant-design/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a select's `allowClear`, with a translated label: antd names that button in English only. */
export function useAllowClear() {
  const { t } = useTranslation();
  return useMemo(() => ({ clearIcon: <CloseCircleFilled />, label: t('ui:action.clear') }), [t]);
}
