import { UploadOutlined } from '@ant-design/icons';
import { bulkLimits, readSplitLinkFile } from '@parley/contract/split-links';
import { describeError, useFormats } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { acceptedFiles, typedFile } from '../../../lib/chosen-file.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUpload } from '../../../lib/use-upload.ts';
import { UploadProblem } from '../../../ui/UploadProblem.tsx';
import type { CheckedLine } from './use-checked-lines.ts';

const example = [
  'Leaflet 1  https://t.me/shop_ana https://t.me/shop_ben',
  'Leaflet 2  https://t.me/shop_cleo',
].join('\n');

type Properties = { lines: readonly CheckedLine[]; text: string; onText: (text: string) => void };

/** A text area with one link to create per line, typed, pasted or from a file. */
export function LinesField({ lines, text, onText }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const wrong = lines.filter(({ problem }) => problem !== null);
  const rule = {
    validator: async () => {
      if (lines.length === 0) throw new Error(t('splitLinks.many.noLines'));
      if (lines.length > bulkLimits.links)
        throw new Error(t('splitLinks.many.tooMany', { most: number(bulkLimits.links) }));
      if (lines.reduce((sum, { urls }) => sum + urls.length, 0) > bulkLimits.targets)
        throw new Error(t('splitLinks.many.tooManyTargets', { most: number(bulkLimits.targets) }));
      if (wrong.length > 0) throw new Error(t('splitLinks.many.wrong', { count: wrong.length }));
    },
  };
  return (
    <>
      <Form.Item
        name="lines"
        label={t('splitLinks.many.lines')}
        extra={
          <span aria-live="polite">
            {t('splitLinks.many.linesHint', { most: number(bulkLimits.links) })}{' '}
            {lines.length === 0 ? null : (
              <strong>
                {t('splitLinks.many.counts', {
                  valid: number(lines.length - wrong.length),
                  wrong: number(wrong.length),
                })}
              </strong>
            )}
          </span>
        }
        required
        validateTrigger="onSubmit"
        rules={[rule]}
      >
        <Input.TextArea
          autoFocus
          className="code"
          dir="ltr"
          wrap="off"
          spellCheck={false}
          maxLength={bulkLimits.text}
          autoSize={{ minRows: 5, maxRows: 12 }}
          placeholder={example}
        />
      </Form.Item>
      <FileButton
        onLines={(read) => onText([text.trimEnd(), ...read].filter((part) => part !== '').join('\n'))}
      />
    </>
  );
}

function FileButton({ onLines }: { onLines: (lines: readonly string[]) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const { state, start } = useUpload(client, 'split-links');
  const reading = useMutation({
    mutationFn: (fileId: string) => client.call(readSplitLinkFile, { body: { fileId } }),
    onSuccess: ({ lines }) => onLines(lines),
  });
  const problem = reading.error ?? (state.step === 'failed' ? state.problem : null);
  return (
    <div className="split-file">
      <Upload
        accept={acceptedFiles}
        showUploadList={false}
        beforeUpload={(file) => {
          reading.reset();
          void start(typedFile(file)).then((uploaded) => uploaded && reading.mutate(uploaded.fileId));
          return false;
        }}
      >
        <Button icon={<UploadOutlined aria-hidden />} loading={state.step === 'sending' || reading.isPending}>
          {t('splitLinks.many.file')}
        </Button>
      </Upload>
      {reading.data?.more ? (
        <span role="status">{t('splitLinks.many.fileCut', { most: bulkLimits.links })}</span>
      ) : null}
      {state.step === 'refused' ? <UploadProblem state={state} purpose="split-links" /> : null}
      {problem === null ? null : (
        <span role="alert">{describeError(problem, t('ui:error.unknown'))?.message}</span>
      )}
    </div>
  );
}
