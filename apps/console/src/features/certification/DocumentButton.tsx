import { PaperClipOutlined } from '@ant-design/icons';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveDocument } from '../../lib/save-document.ts';
import { useClient } from '../../lib/session-context.tsx';

type Properties = { fileId: string; number: number };

/** Downloads one of the documents, which only its owner's session may read. */
export function DocumentButton({ fileId, number }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const showError = useErrorToast();
  const name = t('certification.document', { number });
  const opening = useMutation({
    mutationFn: () => saveDocument(client, fileId, name),
    onError: showError,
  });
  return (
    <Button
      size="small"
      type="link"
      icon={<PaperClipOutlined aria-hidden />}
      loading={opening.isPending}
      onClick={() => opening.mutate()}
    >
      {name}
    </Button>
  );
}
