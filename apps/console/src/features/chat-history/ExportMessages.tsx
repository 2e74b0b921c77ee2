import { DownloadOutlined } from '@ant-design/icons';
import { exportMessages, exportTranscript } from '@parley/contract/conversations';
import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import type { MessageSearch } from './queries.ts';

type Properties = {
  search: MessageSearch;
  /** The button's label. */
  label: string;
};

/** Exports the messages of a search or of one conversation, as a spreadsheet or as text. */
export function ExportMessages({ search, label }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const name = t('page.chatHistory');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={label}
      content={
        <div className="history-export">
          <p className="quiet">{t('chatHistory.exportHint')}</p>
          <ExportFile
            label={t('chatHistory.exportSheet')}
            otherwise={`${name}.xlsx`}
            download={(options) => client.download(exportMessages, { query: search }, options)}
          />
          <ExportFile
            label={t('chatHistory.exportText')}
            otherwise={`${name}.txt`}
            download={(options) => client.download(exportTranscript, { query: search }, options)}
          />
        </div>
      }
    >
      <Button icon={<DownloadOutlined aria-hidden />} aria-label={label} title={label} />
    </Popover>
  );
}
