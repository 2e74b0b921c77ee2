import { isApiError } from '@parley/api-client';
import { createWorkOrder, updateWorkOrder, type WorkOrder } from '@parley/contract/work-orders';
import { Button, Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendar } from '../../lib/calendar.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { findWorkOrder } from './queries.ts';
import { WorkOrderFields } from './WorkOrderFields.tsx';
import { blankIn, changesFrom, formFrom, valuesOf, type WorkOrderValues } from './work-order-values.ts';

type Properties = {
  /** The work order to change; undefined: a new one. */
  existing: WorkOrder | undefined;
  onClose: () => void;
};

/** Errors that concern one field. */
const causes = {
  'sub-account.not-found': 'subAccountId',
  'sub-account.platform-not-permitted': 'platform',
  'work-order.already-open': 'platform',
} as const;

function useSaveWorkOrder(form: FormInstance<WorkOrderValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<WorkOrder, WorkOrderValues>({
    form,
    write: async (values, on) => {
      if (on !== undefined) return client.call(updateWorkOrder, { body: changesFrom(values, on) });
      const body = formFrom(values);
      return body === null ? null : client.call(createWorkOrder, { body });
    },
    saved: t('workOrders.saved'),
    refresh: [queryKeys.workOrders],
    causes,
    onSaved,
  });
}

/** Creates or changes a work order. Mount it again for each. */
export function WorkOrderDrawer({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<WorkOrderValues>();
  const [base, setBase] = useState(existing);
  const zone = useCalendar()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [blank] = useState(() => blankIn(zone));
  const { save, send, problem, clear } = useSaveWorkOrder(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  return (
    <FormDrawer
      form={form}
      size={520}
      title={t(existing === undefined ? 'workOrders.create' : 'workOrders.change')}
      noValidate
      saved={base === undefined ? blank : valuesOf(base)}
      onSave={() => send(base)}
      onClose={onClose}
      foot={({ formId, close }) => (
        <div className="drawer-footer">
          <span className="grow" />
          <Button onClick={close}>{t('workOrders.cancel')}</Button>
          {/* Belongs to the form although it is rendered outside of it, so that Enter in a field submits. */}
          <Button type="primary" htmlType="submit" form={formId} loading={save.isPending} disabled={stale}>
            {t('workOrders.save')}
          </Button>
        </div>
      )}
      below={
        <SavingProblem
          problem={problem}
          base={base}
          read={({ id }) => findWorkOrder(client, id)}
          onTakeTheirs={(theirs) => {
            setBase(theirs);
            form.setFieldsValue(valuesOf(theirs));
            clear();
          }}
          onKeepMine={send}
        />
      }
    >
      <WorkOrderFields existing={base} />
    </FormDrawer>
  );
}
