import type { SocialAccount } from '@parley/contract/channels';
import {
  getVisitorBudget,
  updateVisitorBudget,
  type VisitorBudget,
  visitorBudgetDefaults,
} from '@parley/contract/visitor-budgets';
import { ErrorPanel, ForeignText, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';

// i18n-keys: visitorBudget.visitorCharacters visitorBudget.siteCharacters

type Limits = Pick<VisitorBudget, 'visitorCharacters' | 'siteCharacters'>;
type Properties = { account: SocialAccount; onClose: () => void };
type FormProperties = Properties & { budget: VisitorBudget };

/** Shows and sets the daily translation budget of a website chat's anonymous visitors. Mount it again for each. */
export function VisitorBudgetDialog({ account, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const query = { socialAccountId: account.id };
  const budget = useQuery({
    queryKey: [...queryKeys.visitorBudgets, account.id],
    queryFn: ({ signal }) => client.call(getVisitorBudget, { query }, { signal }),
    // The form is filled once, with the current values.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (budget.data !== undefined)
    return <BudgetForm account={account} onClose={onClose} budget={budget.data} />;
  return (
    <Modal open title={t('visitorBudget.title')} footer={null} onCancel={onClose}>
      {budget.error === null ? (
        <Skeleton active />
      ) : (
        <ErrorPanel problem={budget.error} onRetry={() => void budget.refetch()} />
      )}
    </Modal>
  );
}

/** Saves both limits over the version that was read. */
function useBudgetSaving(form: FormInstance<Limits>, { account, budget, onClose }: FormProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form);
  const saving = useMutation({
    ...handlers,
    mutationFn: ({ visitorCharacters, siteCharacters }: Limits) =>
      client.call(updateVisitorBudget, {
        body: {
          socialAccountId: account.id,
          version: budget.version,
          // A cleared field is null or undefined.
          visitorCharacters: visitorCharacters ?? null,
          siteCharacters: siteCharacters ?? null,
        },
      }),
    onSuccess: () => {
      toasts.success(t('visitorBudget.saved'));
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.visitorBudgets }),
  });
  return { saving, problem, clear };
}

function BudgetForm({ account, budget, onClose }: FormProperties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Limits>();
  const { saving, problem, clear } = useBudgetSaving(form, { account, budget, onClose });
  return (
    <FormDialog
      title={t('visitorBudget.title')}
      okText={t('visitorBudget.save')}
      form={form}
      onClose={onClose}
      busy={saving.isPending}
      initialValues={{
        visitorCharacters: budget.visitorCharacters,
        siteCharacters: budget.siteCharacters,
      }}
      onValuesChange={clear}
      onSave={(values) => saving.mutate(values)}
    >
      <p>
        <ForeignText>{account.name}</ForeignText>
      </p>
      <p className="quiet">{t('visitorBudget.explanation')}</p>
      <UsedToday today={budget.today} />
      <LimitField name="visitorCharacters" />
      <LimitField name="siteCharacters" />
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}

function UsedToday({ today: { day, timeZone, used, visitors } }: { today: VisitorBudget['today'] }) {
  const { t } = useTranslation();
  const { number, date } = useFormats();
  return (
    <p>
      {t('visitorBudget.today', {
        day: date(day),
        timeZone,
        used: t('visitorBudget.used', { count: used, shown: number(used) }),
        visitors: t('visitorBudget.visitors', { count: visitors, shown: number(visitors) }),
      })}
    </p>
  );
}

function LimitField({ name }: { name: keyof Limits }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Form.Item
      name={name}
      label={t(`visitorBudget.${name}`)}
      extra={t('visitorBudget.limitHint', { standard: number(visitorBudgetDefaults[name]) })}
      rules={[schemaRule(updateVisitorBudget.body.shape[name], t)]}
    >
      <WholeNumberInput placeholder={t('visitorBudget.noLimit')} />
    </Form.Item>
  );
}
