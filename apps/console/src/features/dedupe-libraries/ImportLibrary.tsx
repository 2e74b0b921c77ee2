import './dedupe-libraries.css';
import { UploadOutlined } from '@ant-design/icons';
import { isTransient } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import {
  type DedupeImport,
  type DedupeLibrary,
  dedupeDelimiter,
  dedupeEncoding,
  previewDedupeImport,
  startDedupeImport,
} from '@parley/contract/dedupe-libraries';
import { describeError, ErrorPanel } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Modal, Progress, Select, Space, Table, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptedFiles, typedFile } from '../../lib/chosen-file.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useUpload } from '../../lib/use-upload.ts';
import { ImportState } from './ImportState.tsx';

// i18n-keys: dedupeImport.delimiters.*

type Properties = { library: Pick<DedupeLibrary, 'id' | 'name'>; onClose: () => void };
type Preview = AnswerOf<typeof previewDedupeImport>;
type Guessed = Partial<Pick<Preview, 'encoding' | 'delimiter'>>;

/** Uploads a file, previews its first rows, starts the import and shows its progress. Mount it again for each. */
export function ImportLibrary({ library, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const [fileId, setFileId] = useState<string>();
  const [started, setStarted] = useState<DedupeImport>();
  const preview = useMutation({
    mutationFn: (body: { fileId: string } & Guessed) => client.call(previewDedupeImport, { body }),
  });
  const start = useMutation({
    mutationFn: ({ encoding, delimiter, header, keyColumn }: Preview) =>
      client.call(startDedupeImport, {
        body: { libraryId: library.id, fileId: fileId ?? '', encoding, delimiter, header, keyColumn },
      }),
    onSuccess: (item) => {
      setStarted(item);
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeImports });
    },
  });
  const restart = () => {
    setFileId(undefined);
    preview.reset();
    start.reset();
  };
  return (
    <Modal
      open
      width={720}
      title={t('dedupeImport.title', { name: library.name })}
      footer={<Button onClick={onClose}>{t('dedupeLibraries.close')}</Button>}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {started !== undefined ? (
        <ImportState importId={started.id} />
      ) : preview.data !== undefined && fileId !== undefined ? (
        <Mapping
          key={`${preview.data.encoding} ${preview.data.delimiter}`}
          preview={preview.data}
          busy={preview.isPending || start.isPending}
          onReread={(guessed) => preview.mutate({ fileId, ...guessed })}
          onStart={(chosen) => start.mutate(chosen)}
          onAnother={restart}
        />
      ) : (
        <FileChoice
          reading={preview.isPending}
          onUploaded={(id) => {
            setFileId(id);
            preview.mutate({ fileId: id });
          }}
        />
      )}
      {preview.error ? (
        <PreviewFailure problem={preview.error} onRetry={() => preview.mutate({ fileId: fileId ?? '' })} />
      ) : null}
      {start.error ? <ErrorPanel problem={start.error} /> : null}
    </Modal>
  );
}

/** Shows why a file couldn't be parsed; offers a retry only for transient errors. */
function PreviewFailure({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  return isTransient(problem) ? (
    <ErrorPanel problem={problem} onRetry={onRetry} />
  ) : (
    <ErrorPanel problem={problem} />
  );
}

type ChoiceProperties = { reading: boolean; onUploaded: (fileId: string) => void };

function FileChoice({ reading, onUploaded }: ChoiceProperties) {
  const { t } = useTranslation();
  const { state, start, cancel } = useUpload(useClient(), 'dedupe-import');
  const [file, setFile] = useState<File>();
  const upload = async (chosen: File) => {
    setFile(chosen);
    const uploaded = await start(typedFile(chosen));
    if (uploaded !== undefined) onUploaded(uploaded.fileId);
  };
  const busy = reading || state.step === 'sending';
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Upload.Dragger
        accept={acceptedFiles}
        showUploadList={false}
        disabled={busy}
        beforeUpload={(chosen) => {
          void upload(chosen);
          return false;
        }}
      >
        <p>
          <UploadOutlined aria-hidden /> {t('dedupeImport.choose')}
        </p>
        <p className="quiet">{t('dedupeImport.chooseHint')}</p>
      </Upload.Dragger>
      {state.step === 'sending' ? (
        <div className="import-upload">
          <Progress aria-label={t('dedupeImport.uploading')} percent={Math.floor(state.share * 100)} />
          <Button size="small" onClick={cancel}>
            {t('upload.cancel')}
          </Button>
        </div>
      ) : null}
      {busy ? (
        <span role="status" className="quiet">
          {t(reading ? 'dedupeImport.reading' : 'dedupeImport.uploading')}
        </span>
      ) : null}
      {state.step === 'refused' ? (
        <Alert
          type="error"
          showIcon
          title={t(state.problem === 'type' ? 'dedupeImport.wrongType' : 'dedupeImport.wrongSize')}
        />
      ) : null}
      {state.step === 'failed' && file !== undefined ? (
        <UploadFailure file={file} problem={state.problem} onRetry={() => void upload(file)} />
      ) : null}
    </Space>
  );
}

type FailureProperties = { file: File; problem: unknown; onRetry: () => void };

/** Shows why an upload failed. It can't be resumed, but restarted without selecting the file again. */
function UploadFailure({ file, problem, onRetry }: FailureProperties) {
  const { t } = useTranslation();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('dedupeImport.uploadFailed', { file: file.name })}
      description={describeError(problem, t('dedupeImport.uploadFailedHint'))?.message}
      action={
        <Button size="small" onClick={onRetry}>
          {t('dedupeImport.retry')}
        </Button>
      }
    />
  );
}

type MappingProperties = {
  preview: Preview;
  busy: boolean;
  onReread: (guessed: Guessed) => void;
  onStart: (chosen: Preview) => void;
  onAnother: () => void;
};

/** The settings by which the file is parsed, beside a preview of its first rows. */
function Mapping({ preview, busy, onReread, onStart, onAnother }: MappingProperties) {
  const { t } = useTranslation();
  const { format, rows } = preview;
  const [header, setHeader] = useState(preview.header);
  const [keyColumn, setKeyColumn] = useState(preview.keyColumn);
  const width = Math.max(1, ...rows.map((row) => row.length));
  const [titles = []] = rows;
  const columns = Array.from({ length: width }, (_, at) => ({
    value: at,
    label: (header && titles[at]) || t('dedupeImport.columnNumber', { number: at + 1 }),
  }));
  return (
    <Form layout="vertical" onFinish={() => onStart({ ...preview, header, keyColumn })}>
      {format === 'text' ? <TextSettings preview={preview} busy={busy} onReread={onReread} /> : null}
      <Form.Item label={t('dedupeImport.column')}>
        <Select
          aria-label={t('dedupeImport.column')}
          value={keyColumn}
          options={columns}
          onChange={setKeyColumn}
        />
      </Form.Item>
      <Form.Item>
        <Checkbox checked={header} onChange={({ target }) => setHeader(target.checked)}>
          {t('dedupeImport.header')}
        </Checkbox>
      </Form.Item>
      <PreviewTable rows={header ? rows.slice(1) : rows} columns={columns} keyColumn={keyColumn} />
      <Space wrap style={{ marginBlockStart: 16 }}>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('dedupeImport.start')}
        </Button>
        <Button onClick={onAnother}>{t('dedupeImport.another')}</Button>
      </Space>
    </Form>
  );
}

type TextSettingsProperties = Pick<MappingProperties, 'preview' | 'busy' | 'onReread'>;

/** The settings of a text file: changing either parses its first rows again. */
function TextSettings({ preview, busy, onReread }: TextSettingsProperties) {
  const { t } = useTranslation();
  const { encoding, delimiter } = preview;
  return (
    <Space wrap size="middle">
      <Form.Item label={t('dedupeImport.encoding')}>
        <Select
          aria-label={t('dedupeImport.encoding')}
          style={{ width: 160 }}
          value={encoding}
          disabled={busy}
          options={dedupeEncoding.options.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => onReread({ encoding: value })}
        />
      </Form.Item>
      <Form.Item label={t('dedupeImport.delimiter')}>
        <Select
          aria-label={t('dedupeImport.delimiter')}
          style={{ width: 220 }}
          value={delimiter}
          disabled={busy}
          options={dedupeDelimiter.options.map((value) => ({
            value,
            label: t(`dedupeImport.delimiters.${value}`),
          }))}
          onChange={(value) => onReread({ encoding, delimiter: value })}
        />
      </Form.Item>
    </Space>
  );
}

type TableProperties = {
  rows: readonly (readonly string[])[];
  columns: readonly { value: number; label: string }[];
  keyColumn: number;
};

const shownRows = 5;

function PreviewTable({ rows, columns, keyColumn }: TableProperties) {
  const { t } = useTranslation();
  return (
    <Table
      size="small"
      aria-label={t('dedupeImport.preview')}
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowKey="key"
      dataSource={rows.slice(0, shownRows).map((cells, at) => ({ key: at, cells }))}
      columns={columns.map(({ value, label }) => ({
        key: value,
        title: value === keyColumn ? <strong>{label}</strong> : label,
        render: (_, { cells }) => {
          const text = cells[value] ?? '';
          return value === keyColumn ? <strong>{text}</strong> : text;
        },
      }))}
    />
  );
}
