import { exportSplitLinks, type SplitLinkListed } from '@parley/contract/split-links';
import { CopyButton, ForeignText } from '@parley/ui';
import { Alert, Button, Modal, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../lib/session-context.tsx';
import { ExportFile } from '../../../ui/ExportFile.tsx';

type Properties = { batchId: string; links: readonly SplitLinkListed[]; onClose: () => void };

/** The created links, to copy or save as a spreadsheet. */
export function CreatedSplitLinks({ batchId, links, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      centered
      className="form-modal"
      width={760}
      title={t('splitLinks.many.title')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('splitLinks.many.done')}
        </Button>
      }
    >
      <Alert
        type="success"
        showIcon
        role="status"
        title={t('splitLinks.many.made', { count: links.length })}
      />
      <Tools batchId={batchId} links={links} />
      <Table<SplitLinkListed>
        size="small"
        rowKey="id"
        dataSource={[...links]}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        columns={[
          {
            title: t('splitLinks.name'),
            dataIndex: 'name',
            render: (name: string) => <ForeignText className="split-target-url">{name}</ForeignText>,
          },
          {
            title: t('splitLinks.shortLink'),
            dataIndex: 'url',
            render: (url: string) => (
              <span className="with-copy">
                <span className="code split-target-url">{url}</span>
                <CopyButton text={url} label={t('splitLinks.copyLink')} />
              </span>
            ),
          },
        ]}
      />
    </Modal>
  );
}

function Tools({ batchId, links }: Omit<Properties, 'onClose'>) {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <div className="split-made-tools">
      <CopyButton
        text={links.map(({ name, url }) => `${name}\t${url}`).join('\n')}
        label={t('splitLinks.many.copyAll')}
      />
      <span>{t('splitLinks.many.copyAll')}</span>
      <ExportFile
        label={t('splitLinks.many.export')}
        otherwise="split-links.xlsx"
        download={(options) => client.download(exportSplitLinks, { query: { batchId } }, options)}
      />
    </div>
  );
}
