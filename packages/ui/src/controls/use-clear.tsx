import { CloseCircleFilled } from '@ant-design/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** For a select's `allowClear`: antd names that button in English alone. */
export function useClear() {
  const { t } = useTranslation();
  return useMemo(() => ({ clearIcon: <CloseCircleFilled />, label: t('ui:action.clear') }), [t]);
}
