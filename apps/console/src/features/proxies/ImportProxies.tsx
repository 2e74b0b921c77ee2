import { UploadOutlined } from '@ant-design/icons';
import type { AnswerOf } from '@parley/contract';
import { importProxies, proxyImportLimit } from '@parley/contract/proxies';
import { ErrorPanel, useFormats } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance, Input, Modal, Upload } from 'antd';
import { type DragEvent, type ReactElement, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useUnsaved } from '../../lib/unsaved-changes.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { useUnsavedChangesDialog } from '../../ui/use-unsaved-changes-dialog.tsx';
import { ImportProblems } from './ImportProblems.tsx';
import { countLines, importObstacle, sentLines, wrongLines } from './import-lines.ts';
import type { ProxyValues } from './proxy-values.ts';
import { RangeFields } from './RangeFields.tsx';

type Values = { lines: string } & Pick<ProxyValues, 'range' | 'subAccountIds'>;
type Result = AnswerOf<typeof importProxies>;

const initial: Values = { lines: '', range: 'all', subAccountIds: [] };

/** The same in every language. */
const example = [
  'socks5://user:password@fra1.example.com:1080#Frankfurt',
  'http://user:password@198.51.100.24:8080',
].join('\n');

/** Maximum file size in bytes; a larger file is not a list of proxies. */
const maxFileBytes = 1_000_000;

type Properties = {
  /** The control that selects sub-accounts; accepts `value` and `onChange`. */
  subAccountsField: ReactElement;
  onClose: () => void;
};

/** Submits the lines, keeps the refused ones in the form, and returns the result of the others. */
function useImport(form: FormInstance<Values>) {
  const client = useClient();
  const cache = useQueryClient();
  const [result, setResult] = useState<Result>();
  const { problem, handlers } = useFormProblem(form);
  const sending = useMutation({
    ...handlers,
    mutationFn: ({ lines, range, subAccountIds = [] }: Values) =>
      client.call(importProxies, {
        body: { lines: sentLines(lines), range, subAccountIds: range === 'all' ? [] : subAccountIds },
      }),
    onMutate: () => setResult(undefined),
    onSuccess: (answer, { lines }) => {
      setResult(answer);
      form.setFieldValue('lines', wrongLines(lines, answer.problems));
      void cache.invalidateQueries({ queryKey: queryKeys.proxies });
      void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts });
    },
  });
  return { sending, result, problem };
}

/** Adds many proxies; refused lines stay in the form for correction. Mount it again for each. */
export function ImportProxies({ subAccountsField, onClose }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const text = Form.useWatch('lines', form) ?? '';
  const dirty = text.trim() !== '';
  useUnsaved(dirty);
  const [attempt, question] = useUnsavedChangesDialog();
  const { sending, result, problem } = useImport(form);
  const close = () => attempt(dirty, onClose);
  const finished = result !== undefined && result.problems.length === 0 && !dirty;
  return (
    <Modal
      open
      width={720}
      title={t('proxies.import')}
      okText={t(finished ? 'action.done' : 'proxies.importNow')}
      cancelText={t('proxies.cancel')}
      cancelButtonProps={finished ? { style: { display: 'none' } } : {}}
      confirmLoading={sending.isPending}
      mask={{ closable: false }}
      onCancel={close}
      {...(finished ? { onOk: onClose } : {})}
      // Belongs to the form although it is rendered outside of it.
      okButtonProps={finished ? {} : { htmlType: 'submit', form: formId }}
    >
      {result === undefined ? null : <ImportResult result={result} />}
      <Form<Values>
        id={formId}
        form={form}
        layout="vertical"
        initialValues={initial}
        hidden={finished}
        onFinish={(values) => sending.mutate(values)}
      >
        <LinesField
          text={text}
          busy={sending.isPending}
          onText={(lines) => {
            form.setFieldValue('lines', lines);
            void form.validateFields(['lines']).catch(() => undefined);
          }}
        />
        <RangeFields subAccountsField={subAccountsField} />
      </Form>
      {problem ? <ErrorPanel problem={problem} /> : null}
      {question}
    </Modal>
  );
}

function ImportResult({ result: { added, problems } }: { result: Result }) {
  const { t } = useTranslation();
  const wrong = problems.length;
  return (
    <div className="import-result">
      {added === 0 ? null : (
        <Alert type="success" showIcon role="status" title={t('proxies.imported', { count: added })} />
      )}
      {wrong === 0 ? null : (
        <>
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={t('proxies.importWrong', { count: wrong })}
            description={t('proxies.importWrongHint')}
          />
          <ImportProblems problems={problems} />
        </>
      )}
    </div>
  );
}

type LinesProperties = {
  text: string;
  /** True while the text is submitted: the response shortens it, so text added meanwhile would be lost. */
  busy: boolean;
  onText: (text: string) => void;
};

/** Returns a rule for the text as a whole; single lines are validated by the server. */
function useLinesValidator() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const obstacles = {
    none: t('validation.required'),
    'too-many': t('proxies.importTooMany', { max: number(proxyImportLimit) }),
    'too-long': t('proxies.importTooLong'),
  };
  return async (_: unknown, value: string) => {
    const obstacle = importObstacle(value);
    if (obstacle !== undefined) throw new Error(obstacles[obstacle]);
  };
}

function FileButton({ disabled, onChosen }: { disabled: boolean; onChosen: (file: File) => void }) {
  const { t } = useTranslation();
  return (
    <Upload
      accept=".txt,.csv,text/plain,text/csv"
      showUploadList={false}
      disabled={disabled}
      beforeUpload={(file) => {
        onChosen(file);
        return false;
      }}
    >
      <Button icon={<UploadOutlined aria-hidden />} disabled={disabled}>
        {t('proxies.importFile')}
      </Button>
    </Upload>
  );
}

/** A text area that accepts typed, pasted and dropped text, and files. */
function LinesField({ text, busy, onText }: LinesProperties) {
  const { t } = useTranslation();
  const [tooLarge, setTooLarge] = useState(false);
  const validator = useLinesValidator();
  const read = async (file: File) => {
    setTooLarge(file.size > maxFileBytes);
    if (file.size > maxFileBytes) return;
    // Appended to the text, as users may add several files.
    onText(
      [text.trimEnd(), (await file.text()).replace(/^\uFEFF/, '')].filter((part) => part !== '').join('\n'),
    );
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    if (!busy) void read(file);
  };
  return (
    <>
      <Form.Item
        name="lines"
        label={t('proxies.importLines')}
        extra={t('proxies.importHint')}
        required
        validateTrigger={['onBlur', 'onSubmit']}
        rules={[{ validator }]}
      >
        <Input.TextArea
          autoFocus
          readOnly={busy}
          className="code"
          autoSize={{ minRows: 6, maxRows: 12 }}
          autoComplete="off"
          spellCheck={false}
          wrap="off"
          placeholder={example}
          onDrop={drop}
        />
      </Form.Item>
      <div className="import-tools">
        <FileButton disabled={busy} onChosen={(file) => void read(file)} />
        <span role="status" className="quiet numeric">
          {t('proxies.importCount', { count: countLines(text) })}
        </span>
        {tooLarge ? <span role="alert">{t('proxies.importFileTooLarge')}</span> : null}
      </div>
    </>
  );
}
