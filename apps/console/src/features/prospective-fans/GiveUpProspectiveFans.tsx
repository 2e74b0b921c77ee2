import {
  type ProspectiveFan,
  prospectiveFanLimits,
  setProspectiveFanState,
} from '@parley/contract/prospective-fans';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

type Values = { reason?: string };
type Properties = {
  entries: readonly ProspectiveFan[];
  onClose: () => void;
};

/** Asks for the reason of giving up prospective fans; it is optional. */
export function GiveUpProspectiveFans({ entries, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const ids = entries.map(({ id }) => id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ reason = '' }: Values) =>
      client.call(setProspectiveFanState, { body: { ids, state: 'given-up', reason } }),
    onSuccess: ({ changed }) => {
      toasts.success(t('prospectiveFans.changed', { count: changed }));
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.prospectiveFans }),
  });
  return (
    <FormDialog<Values>
      form={form}
      title={t('prospectiveFans.giveUpTitle', { count: ids.length })}
      okText={t('prospectiveFans.set.given-up')}
      busy={isPending}
      onSave={(values) => mutate(values)}
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('prospectiveFans.reason')}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          count={{
            max: prospectiveFanLimits.reason,
            show: true,
            exceedFormatter: (text, { max }) => [...text].slice(0, max).join(''),
            strategy: (text) => [...text].length,
          }}
        />
      </Form.Item>
      {error ? <ErrorPanel problem={error} /> : null}
    </FormDialog>
  );
}
