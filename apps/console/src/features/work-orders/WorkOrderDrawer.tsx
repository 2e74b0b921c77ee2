import { isApiError } from '@parley/api-client';
import { createWorkOrder, updateWorkOrder, type WorkOrder } from '@parley/contract/work-orders';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, type FormInstance } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendar } from '../../lib/calendar.ts';
import { focusFirstField } from '../../lib/focus-first-field.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { useGuardedClose } from '../../ui/use-guarded-close.tsx';
import { findWorkOrder } from './queries.ts';
import { WorkOrderFields } from './WorkOrderFields.tsx';
import { blankIn, changesFrom, formFrom, valuesOf, type WorkOrderValues } from './work-order-values.ts';

type Properties = {
  /** The work order to change; undefined: a new one. */
  existing: WorkOrder | undefined;
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
};

/** The refusals that concern one field. */
const causes = {
  'sub-account.not-found': 'subAccountId',
  'sub-account.platform-not-permitted': 'platform',
  'work-order.already-open': 'platform',
} as const;

/** Saves the form; `problem` is a refusal that no field shows. */
function useSave(form: FormInstance<WorkOrderValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: async (base: WorkOrder | undefined) => {
      const values: WorkOrderValues = form.getFieldsValue(true);
      if (base !== undefined) return client.call(updateWorkOrder, { body: changesFrom(values, base) });
      const body = formFrom(values);
      return body === null ? null : client.call(createWorkOrder, { body });
    },
    onSuccess: () => {
      toasts.success(t('workOrders.saved'));
      onSaved();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.workOrders }),
  });
  return { save, problem, clear };
}

/** Creates a work order, or changes one. Mount it again for each. */
export function WorkOrderDrawer({ existing, page, onClose }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<WorkOrderValues>();
  const formId = useId();
  const [base, setBase] = useState(existing);
  const zone = useCalendar()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [blank] = useState(() => blankIn(zone));
  const begun = base === undefined ? blank : valuesOf(base);
  const [close, question] = useGuardedClose({ form, saved: begun, page, onClose });
  const { save, problem, clear } = useSave(form, onClose);
  const client = useClient();
  const stale = isApiError(problem, 'resource.stale');
  const takeTheirs = (theirs: WorkOrder) => {
    setBase(theirs);
    form.setFieldsValue(valuesOf(theirs));
    clear();
  };
  return (
    <Drawer
      open
      size={520}
      title={t(existing === undefined ? 'workOrders.create' : 'workOrders.change')}
      mask={{ closable: false }}
      onClose={close}
      afterOpenChange={focusFirstField(formId)}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={
        <div className="drawer-footer">
          <span className="grow" />
          <Button onClick={close}>{t('workOrders.cancel')}</Button>
          {/* Of the form although it stands outside: Enter in a field presses it. */}
          <Button type="primary" htmlType="submit" form={formId} loading={save.isPending} disabled={stale}>
            {t('workOrders.save')}
          </Button>
        </div>
      }
    >
      <Form<WorkOrderValues>
        id={formId}
        form={form}
        layout="vertical"
        noValidate
        initialValues={begun}
        onFinish={() => save.mutate(base)}
      >
        <WorkOrderFields existing={base} />
      </Form>
      {problem === null || stale ? null : <ErrorPanel problem={problem} />}
      {stale && base !== undefined ? (
        <ChangedMeanwhile
          problem={problem}
          read={() => findWorkOrder(client, base.id)}
          onTakeTheirs={takeTheirs}
          onKeepMine={(theirs) => save.mutate(theirs)}
        />
      ) : null}
      {question}
    </Drawer>
  );
}
