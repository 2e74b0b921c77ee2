import {
  addSocialAccount,
  type PlatformInfo,
  type SocialAccount,
  type SocialAccountForm,
  socialAccountForm,
  startAccountPairing,
} from '@parley/contract/channels';
import { ErrorPanel } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance, Input, Skeleton } from 'antd';
import { type ReactElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { oneSubAccount } from '../../entities/sub-accounts/one-sub-account.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { type CredentialValues, credentialsFrom } from './credential-values.ts';
import { EntryFields } from './EntryFields.tsx';
import { HistoryField } from './HistoryField.tsx';
import { PairingFooter } from './PairingFooter.tsx';
import { PairingPanel } from './PairingPanel.tsx';
import { PlatformSelect } from './PlatformSelect.tsx';
import { platformInfos } from './queries.ts';
import { usePairing } from './use-pairing.ts';

type Values = {
  platform: PlatformInfo['id'];
  name: string;
  subAccountId: string;
  credentials?: CredentialValues;
  /** Values entered before a code is shown. */
  values?: CredentialValues;
  history?: SocialAccountForm['history'];
};

/** Null: all platforms are permitted. */
type PermittedPlatforms = readonly PlatformInfo['id'][] | null;

type Properties = {
  /** The control that selects a sub-account; accepts `value` and `onChange`. */
  subAccountField: ReactElement;
  onClose: () => void;
  onAdded: (account: SocialAccount) => void;
};

const blank = {
  platform: undefined,
  name: undefined,
  subAccountId: undefined,
  credentials: undefined,
  values: undefined,
};

/** The platforms permitted for the sub-account have changed meanwhile. */
const causes = { 'sub-account.platform-not-permitted': 'platform' } as const;

/**
 * Returns the platforms that the selected sub-account permits (null: all, or not known yet), and revalidates the
 * selected platform.
 */
function usePermitted(form: FormInstance<Values>): PermittedPlatforms {
  const client = useClient();
  const subAccountId = Form.useWatch('subAccountId', form);
  const owner = useQuery({
    ...oneSubAccount(client, subAccountId ?? ''),
    enabled: subAccountId !== undefined,
  });
  const permitted = owner.data?.platforms ?? null;
  useEffect(() => {
    // A platform selected before the sub-account may not be permitted for it.
    if (permitted !== null && form.getFieldValue('platform') !== undefined)
      void form.validateFields(['platform']).catch(() => undefined);
  }, [form, permitted]);
  return permitted;
}

type Addition = { chosen: PlatformInfo | undefined; onAdded: Properties['onAdded'] };

/**
 * Adds the social account described by the form, by credentials or by a pairing code, and shows an error at the field
 * that caused it.
 */
function useAddition(form: FormInstance<Values>, { chosen, onAdded }: Addition) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const { onMutate } = handlers;
  const onError = (failure: unknown) => {
    handlers.onError(failure);
    // The permitted platforms have changed meanwhile, or the sub-account no longer exists.
    void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
  };
  const addition = useMutation({
    onMutate,
    mutationFn: ({ credentials = {}, values: _, ...entered }: Values) =>
      client.call(addSocialAccount, {
        body: {
          ...entered,
          credentials: chosen === undefined ? {} : credentialsFrom(chosen, credentials),
        },
      }),
    onSuccess: (account) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
      void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
      onAdded(account);
    },
    onError,
  });
  const flow = usePairing({
    onMutate,
    begin: ({ credentials: _, values = {}, ...entered }: Values) =>
      client.call(startAccountPairing, {
        body: { ...entered, values: credentialsFrom(chosen?.pairing ?? { fields: [] }, values) },
      }),
    onPaired: onAdded,
    onError,
  });
  const isPaired = (chosen?.pairing ?? null) !== null;
  return {
    flow,
    busy: addition.isPending || flow.isBeginning,
    add: isPaired ? flow.begin : addition.mutate,
    problem,
    clear,
  };
}

/** Adds a social account. Before anything is stored, the platform checks the credentials or a phone scans a code. */
export function AddSocialAccount({ subAccountField, onClose, onAdded }: Properties) {
  const { t } = useTranslation();
  const known = useQuery(platformInfos(useClient()));
  const [form] = Form.useForm<Values>();
  const platform = Form.useWatch('platform', form);
  const chosen = known.data?.find(({ id }) => id === platform);
  const permitted = usePermitted(form);
  const { flow, busy, add, problem, clear } = useAddition(form, { chosen, onAdded });
  const { pairing } = flow;
  const changePlatform = () => {
    clear();
    // Credential fields of the same name are different fields on another platform.
    form.setFieldValue('credentials', {});
    form.setFieldValue('values', {});
  };
  const endPairing = () => {
    flow.leave();
    onClose();
  };

  return (
    <FormDialog
      title={t('socialAccounts.add')}
      okText={t(chosen?.pairing ? 'accountPairing.show' : 'socialAccounts.connect')}
      form={form}
      busy={busy}
      onSave={add}
      initialValues={blank}
      keepsEntries={pairing !== null}
      onClose={endPairing}
      {...(pairing !== null && {
        footer: <PairingFooter flow={flow} onBack={flow.leave} onClose={endPairing} />,
      })}
    >
      {known.error ? <ErrorPanel problem={known.error} onRetry={() => void known.refetch()} /> : null}
      {known.isPending ? <Skeleton active /> : null}
      <div hidden={known.data === undefined || pairing !== null}>
        <Form.Item
          name="subAccountId"
          label={t('socialAccounts.subAccount')}
          extra={t('socialAccounts.subAccountHint')}
          rules={[{ required: true, message: t('validation.select') }]}
        >
          {subAccountField}
        </Form.Item>
        <PlatformField known={known.data ?? []} permitted={permitted} onChosen={changePlatform} />
        <NameField />
        {chosen === undefined ? null : <EntryFields platform={chosen} />}
        {chosen === undefined ? null : <HistoryField platform={chosen} />}
      </div>
      {pairing === null ? null : <PairingPanel pairing={pairing} isCutOff={flow.isCutOff} />}
      {problem === null ? null : <ErrorPanel problem={problem} />}
    </FormDialog>
  );
}

function NameField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="name"
      label={t('socialAccounts.name')}
      extra={t('socialAccounts.nameHint')}
      rules={[schemaRule(socialAccountForm.shape.name, t)]}
    >
      <Input autoComplete="off" />
    </Form.Item>
  );
}

type PlatformFieldProperties = {
  known: readonly PlatformInfo[];
  permitted: PermittedPlatforms;
  onChosen: () => void;
};

function PlatformField({ known, permitted, onChosen }: PlatformFieldProperties) {
  const { t } = useTranslation();
  const isPermitted = async (_: unknown, value: PlatformInfo['id'] | undefined) => {
    if (value !== undefined && permitted?.includes(value) === false)
      throw new Error(t('socialAccounts.notPermitted'));
  };
  return (
    <Form.Item
      name="platform"
      label={t('socialAccounts.platform')}
      dependencies={['subAccountId']}
      rules={[{ required: true, message: t('validation.select') }, { validator: isPermitted }]}
    >
      <PlatformSelect known={known} permitted={permitted} onChosen={onChosen} />
    </Form.Item>
  );
}
