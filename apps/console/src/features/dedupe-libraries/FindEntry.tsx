import type { AnswerOf } from '@parley/contract';
import {
  addDedupeEntries,
  dedupeKeyLimit,
  dedupeTextLimit,
  findDedupeEntry,
  removeDedupeEntry,
} from '@parley/contract/dedupe-libraries';
import { ErrorPanel, ForeignText, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, type InputRef, Modal, Space } from 'antd';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LibrarySelect } from '../../entities/dedupe-libraries/LibrarySelect.tsx';
import { foundDedupeLibraries } from '../../entities/dedupe-libraries/queries.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Properties = { onClose: () => void };

/** Searches all libraries for a person, removes an entry, or adds a few manually. */
export function FindEntry({ onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const field = useRef<InputRef>(null);
  const search = useMutation({
    mutationFn: (wanted: string) => client.call(findDedupeEntry, { query: { text: wanted } }),
  });
  const removal = useMutation({
    mutationFn: (libraryId: string) =>
      client.call(removeDedupeEntry, { body: { libraryId, text: text.trim() } }),
    onSuccess: () => {
      void toasts.success(t('dedupeFind.removed'));
      search.mutate(text.trim());
      // The button that had the focus is unmounted with its entry.
      field.current?.focus();
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeLibraries });
    },
  });
  const { data: libraries } = useQuery(foundDedupeLibraries(client, undefined));
  const problem = search.error ?? removal.error;
  return (
    <Modal
      open
      title={t('dedupeFind.title')}
      footer={null}
      onCancel={onClose}
      // The dialog takes the focus from a field with `autoFocus`.
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <LookUp
        field={field}
        text={text}
        isSearching={search.isPending}
        onType={(typed) => {
          setText(typed);
          search.reset();
        }}
        onSearch={() => search.mutate(text.trim())}
      />
      {search.data === undefined ? null : (
        <Found found={search.data} isRemoving={removal.isPending} onRemove={removal.mutate} />
      )}
      {problem ? <ErrorPanel problem={problem} /> : null}
      {libraries === undefined || libraries.total === 0 ? null : (
        <AddByHand onlyLibraryId={libraries.total === 1 ? libraries.list[0]?.id : undefined} />
      )}
    </Modal>
  );
}

type LookUpProperties = {
  field: RefObject<InputRef | null>;
  text: string;
  isSearching: boolean;
  onType: (text: string) => void;
  onSearch: () => void;
};

function LookUp({ field, text, isSearching, onType, onSearch }: LookUpProperties) {
  const { t } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSearch();
      }}
    >
      <Space.Compact block>
        <Input
          ref={field}
          autoComplete="off"
          aria-label={t('dedupeFind.text')}
          placeholder={t('dedupeFind.text')}
          maxLength={dedupeKeyLimit}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={isSearching}>
          {t('dedupeFind.action')}
        </Button>
      </Space.Compact>
    </form>
  );
}

type FoundProperties = {
  found: AnswerOf<typeof findDedupeEntry>;
  isRemoving: boolean;
  onRemove: (libraryId: string) => void;
};

/** The libraries that contain the person. */
function Found({ found, isRemoving, onRemove }: FoundProperties) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">
        {found.libraries.length === 0 ? t('dedupeFind.nowhere') : t('dedupeFind.listedIn')}
        {' · '}
        {t('dedupeFind.storedAs', { key: found.key })}
      </p>
      <ul className="plain-list">
        {found.libraries.map(({ id: libraryId, name }) => (
          <li key={libraryId} className="with-copy">
            <ForeignText>{name}</ForeignText>
            <Button
              size="small"
              danger
              aria-label={t('dedupeFind.removeNamed', { name })}
              loading={isRemoving}
              onClick={() => onRemove(libraryId)}
            >
              {t('dedupeFind.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

type Values = { libraryId: string; texts: string };

const linesOf = (texts: string) =>
  texts
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

type AddByHandProperties = {
  /** The id of the workspace's only library, which then needs no selection. */
  onlyLibraryId: string | undefined;
};

function AddByHand({ onlyLibraryId }: AddByHandProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const adding = useMutation({
    mutationFn: ({ libraryId, texts }: Values) =>
      client.call(addDedupeEntries, { body: { libraryId, texts: linesOf(texts) } }),
    onSuccess: (counts) => {
      if (counts.refused === 0) void toasts.success(t('dedupeFind.added', counts));
      else void toasts.warning(t('dedupeFind.addedSome', counts));
      form.resetFields(['texts']);
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeLibraries });
    },
  });
  const validator = (_: unknown, texts: string) => {
    const count = linesOf(texts ?? '').length;
    if (count === 0) return Promise.reject(new Error(t('validation.required')));
    return count > dedupeTextLimit
      ? Promise.reject(new Error(t('dedupeFind.tooMany', { max: dedupeTextLimit })))
      : Promise.resolve();
  };
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      style={{ marginBlockStart: 24 }}
      initialValues={{ libraryId: onlyLibraryId, texts: '' }}
      onFinish={(values) => adding.mutate(values)}
    >
      <h3>{t('dedupeFind.addTitle')}</h3>
      <Form.Item
        name="libraryId"
        label={t('dedupeLibraries.one')}
        rules={[{ required: true, message: t('validation.select') }]}
        required
      >
        <LibrarySelect />
      </Form.Item>
      <Form.Item name="texts" label={t('dedupeFind.texts')} rules={[{ validator }]} required>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} spellCheck={false} />
      </Form.Item>
      {adding.error ? <ErrorPanel problem={adding.error} /> : null}
      <Space>
        <Button type="primary" htmlType="submit" loading={adding.isPending}>
          {t('dedupeFind.add')}
        </Button>
      </Space>
    </Form>
  );
}
