import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** The fraction sent, from 0 to 1. */
  share: number;
  /** In CSS pixels. */
  width: number;
};

/** The progress of an upload; its code is loaded with the first one. */
export function UploadProgress({ share, width }: Properties) {
  const { t } = useTranslation();
  return (
    <Progress
      size="small"
      percent={Math.round(share * 100)}
      aria-label={t('upload.progress')}
      style={{ width }}
    />
  );
}
