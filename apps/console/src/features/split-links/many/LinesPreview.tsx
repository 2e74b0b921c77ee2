// i18n-keys: splitLinks.many.problems.*
import { ForeignText, useFormats } from '@parley/ui';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CheckedLine } from './use-checked-lines.ts';

/** Previews the links that the lines would create; lines with problems come first, for correction. */
export function LinesPreview({ lines }: { lines: readonly CheckedLine[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (lines.length === 0) return null;
  const ordered = lines.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
  return (
    <Table<CheckedLine>
      className="split-preview"
      size="small"
      rowKey="line"
      dataSource={ordered}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
      columns={[
        {
          title: t('splitLinks.many.line'),
          dataIndex: 'line',
          width: 70,
          className: 'numeric',
          render: (line: number) => number(line),
        },
        {
          title: t('splitLinks.name'),
          dataIndex: 'name',
          render: (name: string, { problem, wrongLink }) => (
            <>
              <ForeignText className="split-target-url">{name}</ForeignText>
              {problem === null ? null : (
                <div className="split-wrong">
                  {t(`splitLinks.many.problems.${problem}`)}{' '}
                  {wrongLink === null ? null : <ForeignText className="code">{wrongLink}</ForeignText>}
                </div>
              )}
            </>
          ),
        },
        {
          title: t('splitLinks.links'),
          dataIndex: 'urls',
          width: 110,
          className: 'numeric',
          render: (urls: readonly string[]) => number(urls.length),
        },
      ]}
    />
  );
}
