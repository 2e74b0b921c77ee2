import '../split-links.css';
import { newId } from '@parley/api-client';
import { createSplitLinks, readBulkLines, type SplitLinkListed } from '@parley/contract/split-links';
import { ErrorPanel } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Space } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { AddressedDialog } from '../../../lib/use-addressed-dialog.ts';
import { useFormProblem } from '../../../lib/use-form-problem.ts';
import { ClosedByAddress } from '../../../ui/ClosedByAddress.tsx';
import { FormModal } from '../../../ui/FormModal.tsx';
import { SettingsFields } from '../SettingsFields.tsx';
import { PlatformField, SourcesItem } from '../SplitLinkFields.tsx';
import { blank, type SplitLinkDraft, settingsFrom } from '../split-link-values.ts';
import { CreatedSplitLinks } from './CreatedSplitLinks.tsx';
import { LinesField } from './LinesField.tsx';
import { LinesPreview } from './LinesPreview.tsx';
import { useCheckedLines } from './use-checked-lines.ts';

type Draft = Omit<SplitLinkDraft, 'name' | 'links' | 'options'> & { lines: string };

const { name: _, links: __, options: ___, ...common } = blank;
const empty: Draft = { ...common, lines: '' };
const causes = { 'split-link.source-unavailable': 'sources', 'resource.not-found': 'sources' } as const;

type Made = { batchId: string; links: readonly SplitLinkListed[] };
type Properties = Pick<AddressedDialog, 'leaving'> & { onClose: () => void };

/**
 * Creates many split links with the same settings from lines with a name and account links. Mount it again for each.
 */
export function ManySplitLinks({ leaving, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const [form] = Form.useForm<Draft>();
  const batchIdOf = useBatchId();
  const [made, setMade] = useState<Made>();
  const { problem, handlers } = useFormProblem(form, causes);
  const creation = useMutation({
    ...handlers,
    mutationFn: async ({ lines, ...draft }: Draft) => {
      const settings = settingsFrom(draft);
      const read = readBulkLines(settings.platform, lines, settings.sources.length > 0);
      const links = read.map(({ name, urls }) => ({ name, urls }));
      const batchId = batchIdOf({ ...settings, links });
      const { list } = await client.call(createSplitLinks, { body: { batchId, ...settings, links } });
      return { batchId, links: list };
    },
    onSuccess: setMade,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.splitLinks }),
  });
  if (made !== undefined && leaving !== undefined) return <ClosedByAddress onClose={onClose} />;
  if (made !== undefined) return <CreatedSplitLinks {...made} onClose={onClose} />;
  return (
    <FormModal<Draft>
      form={form}
      size={760}
      title={t('splitLinks.many.title')}
      saved={empty}
      leaving={leaving}
      // Includes fields that are not rendered. Required on submit only: until then, each line shows its problem below.
      onValuesChange={() => form.setFields([{ name: 'lines', errors: [] }])}
      onSave={() => creation.mutate(form.getFieldsValue(true))}
      onClose={onClose}
      foot={({ formId, close }) => (
        <Space>
          <Button type="primary" form={formId} htmlType="submit" loading={creation.isPending}>
            {t('splitLinks.many.create')}
          </Button>
          <Button onClick={close}>{t('splitLinks.cancel')}</Button>
        </Space>
      )}
      below={problem ? <ErrorPanel problem={problem} /> : null}
    >
      <Fields />
    </FormModal>
  );
}

/**
 * Returns an idempotency key: the same for the same content, so that retrying after a lost answer creates no link
 * twice.
 */
function useBatchId(): (content: object) => string {
  const known = useRef(new Map<string, string>());
  return (content) => {
    const key = JSON.stringify(content);
    const id = known.current.get(key) ?? newId();
    known.current.set(key, id);
    return id;
  };
}

function Fields() {
  const form = Form.useFormInstance<Draft>();
  const text = Form.useWatch<string | undefined>('lines') ?? '';
  const lines = useCheckedLines();
  const urls = lines.flatMap((line) => line.urls);
  return (
    <>
      <PlatformField />
      <LinesField
        lines={lines}
        text={text}
        onText={(next) => {
          form.setFieldValue('lines', next);
          void form.validateFields(['lines']).catch(() => undefined);
        }}
      />
      <LinesPreview lines={lines} />
      <SourcesItem typed={[]} />
      <SettingsFields urls={urls} />
    </>
  );
}
