import { ForeignText } from '@parley/ui';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportProblem } from './import-lines.ts';

// i18n-keys: proxies.importProblem.*

/** Lists why lines were not added, without their passwords, which remain in the text area only. */
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation();
  return (
    <Table<ImportProblem>
      size="small"
      rowKey="line"
      dataSource={problems}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
      columns={[
        {
          title: t('proxies.importLine'),
          dataIndex: 'line',
          width: 64,
          className: 'numeric',
          align: 'right',
        },
        {
          title: t('proxies.importReason'),
          render: (_, { text, problem }) => (
            <>
              {t(`proxies.importProblem.${problem}`)}
              <ForeignText className="code quiet import-text">{text}</ForeignText>
            </>
          ),
        },
      ]}
    />
  );
}
