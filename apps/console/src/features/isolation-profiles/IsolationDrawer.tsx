import { isApiError } from '@parley/api-client';
import type { IsolationProfile } from '@parley/contract/isolation-profiles';
import { ErrorPanel, ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Skeleton } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useGuardedClose } from '../../ui/use-guarded-close.tsx';
import { IsolationForm } from './IsolationForm.tsx';
import { type IsolationProfileValues, valuesOf } from './profile-values.ts';
import { isolationProfile } from './queries.ts';
import { useProfileForm } from './use-profile-form.ts';

type Properties = {
  socialAccountId: string;
  /** The social account's name. */
  name: string;
  onClose: () => void;
};

/** A social account's isolation profile. Mount it again for each. */
export function IsolationDrawer({ socialAccountId, ...rest }: Properties) {
  const { t } = useTranslation();
  // The form starts from data fetched after it was opened; later refetches must not disturb editing.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...isolationProfile(useClient(), socialAccountId),
    refetchOnWindowFocus: false,
  });
  if (data !== undefined && isFetchedAfterMount) return <Opened begun={data} {...rest} />;
  return (
    <Drawer {...frame} title={t('isolation.title')} onClose={rest.onClose}>
      {error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : <Skeleton active />}
    </Drawer>
  );
}

const frame = { open: true, size: 560, styles: { wrapper: { maxWidth: '100vw' } } };

function Opened({ begun, name, onClose }: Omit<Properties, 'socialAccountId'> & { begun: IsolationProfile }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<IsolationProfileValues>();
  const formId = useId();
  const state = useProfileForm(form, begun, onClose);
  const { base, problem, save } = state;
  const entered: IsolationProfileValues | undefined = Form.useWatch([], form);
  const [close, question] = useGuardedClose({ form, saved: valuesOf(base), onClose });
  return (
    <Drawer
      {...frame}
      title={t('isolation.title')}
      mask={{ closable: false }}
      onClose={close}
      footer={
        <div className="drawer-footer">
          <Button onClick={close}>{t('isolation.close')}</Button>
          {/* Belongs to the form although it is rendered outside of it, so that Enter in a field submits. */}
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={save.isPending}
            disabled={isApiError(problem, 'resource.stale')}
          >
            {t('isolation.save')}
          </Button>
        </div>
      }
    >
      <p>
        <ForeignText>{name}</ForeignText>
      </p>
      <IsolationForm form={form} begun={begun} entered={entered} state={state} id={formId} />
      {question}
    </Drawer>
  );
}
