import './message-templates.css';
import { SyncOutlined } from '@ant-design/icons';
import {
  fetchMessageTemplates,
  fillTemplate,
  type MessageTemplate,
  messageTemplatePage,
  type TemplateFetch,
} from '@parley/contract/message-templates';
import { EmptyState, ErrorPanel, ForeignText, useErrorToast, useFaultSentence, useFormats } from '@parley/ui';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Pagination, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

// i18n-keys: messageTemplates.state.*

const pageSize = 20;

type Properties = { socialAccountId: string; name: string; onClose: () => void };

function useTemplatePage(socialAccountId: string, pageNo: number, search: string) {
  const client = useClient();
  const query = { socialAccountId, pageNo, pageSize, ...(search === '' ? {} : { search }) };
  return useQuery({
    queryKey: [...queryKeys.messageTemplates, query],
    queryFn: ({ signal }) => client.call(messageTemplatePage, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The message templates of a social account as last fetched from its platform, with the time of that. */
export function TemplatesDrawer({ socialAccountId, name, onClose }: Properties) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const [search, setSearch] = useState('');
  const page = useTemplatePage(socialAccountId, pageNo, search);
  const { data } = page;
  const nothing = search === '' ? t('messageTemplates.none') : t('messageTemplates.noMatch');
  return (
    <Drawer open title={t('messageTemplates.of', { name })} size={640} onClose={onClose}>
      <p className="quiet">{t('messageTemplates.hint')}</p>
      <Fetched socialAccountId={socialAccountId} fetch={data?.fetch} />
      <SearchField
        label={t('messageTemplates.search')}
        value={search || undefined}
        onSearch={(next = '') => {
          setSearch(next);
          setPageNo(1);
        }}
      />
      {page.error ? <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} /> : null}
      {page.isPending ? <Skeleton active /> : null}
      {data?.total === 0 ? <EmptyState title={nothing} /> : null}
      <ul className="message-templates" aria-busy={page.isPlaceholderData}>
        {data?.list.map((template) => (
          <Item key={template.id} template={template} />
        ))}
      </ul>
      {data !== undefined && data.total > pageSize ? (
        <Pagination
          current={pageNo}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      ) : null}
    </Drawer>
  );
}

type FetchedProperties = { socialAccountId: string; fetch: TemplateFetch | undefined };

/** The time and error of the last fetch, with a button to fetch again. */
function Fetched({ socialAccountId, fetch }: FetchedProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useClient();
  const cache = useQueryClient();
  const sentenceOf = useFaultSentence();
  const fetching = useMutation({
    mutationFn: () => client.call(fetchMessageTemplates, { body: { socialAccountId } }),
    onError: useErrorToast(),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.messageTemplates }),
  });
  if (fetch === undefined) return null;
  const { fetchedAt, problem, leftOut } = fetch;
  return (
    <div className="message-templates-notices">
      <div className="message-templates-fetched">
        <span className="quiet">
          {fetchedAt === null
            ? t('messageTemplates.never')
            : t('messageTemplates.fetchedAt', { at: formats.dateTime(fetchedAt) })}
        </span>
        <Button
          size="small"
          icon={<SyncOutlined aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {t('messageTemplates.fetch')}
        </Button>
      </div>
      {problem === null ? null : (
        <Alert
          type="error"
          showIcon
          title={t('messageTemplates.failed')}
          description={<ForeignText>{sentenceOf(problem) ?? problem}</ForeignText>}
        />
      )}
      {leftOut === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={t('messageTemplates.leftOut', { count: leftOut, shown: formats.number(leftOut) })}
        />
      )}
    </div>
  );
}

const colours = { approved: 'success', pending: 'processing', rejected: 'error' } as const;

function Item({ template }: { template: MessageTemplate }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, language, category, state, removedAt } = template;
  return (
    <li>
      <div className="message-templates-head">
        <ForeignText className="message-templates-name">{name}</ForeignText>
        {removedAt === null ? (
          <Tag color={colours[state]}>{t(`messageTemplates.state.${state}`)}</Tag>
        ) : (
          <Tag>{t('messageTemplates.removed', { at: formats.dateTime(removedAt) })}</Tag>
        )}
      </div>
      <div className="quiet">
        {formats.language(language.replaceAll('_', '-'))}
        {category === '' ? null : (
          <>
            {' · '}
            <ForeignText>{category}</ForeignText>
          </>
        )}
      </div>
      <ForeignText className="message-templates-text">{fillTemplate(template, {})}</ForeignText>
    </li>
  );
}
