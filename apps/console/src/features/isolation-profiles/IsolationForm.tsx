import { isApiError } from '@parley/api-client';
import type { IsolationProfile } from '@parley/contract/isolation-profiles';
import { ErrorPanel } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useClient } from '../../lib/session-context.tsx';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { IsolationFields } from './IsolationFields.tsx';
import { type IsolationProfileValues, remainingWarnings, valuesOf } from './profile-values.ts';
import { isolationProfile } from './queries.ts';
import { RegionNote } from './RegionNote.tsx';
import type { useProfileForm } from './use-profile-form.ts';

type Properties = {
  id: string;
  form: FormInstance<IsolationProfileValues>;
  begun: IsolationProfile;
  entered: IsolationProfileValues | undefined;
  state: ReturnType<typeof useProfileForm>;
};

/** The form for what a web session reveals about its device. */
export function IsolationForm({ id, form, begun, entered, state }: Properties) {
  const { base, judged, problem, save, suggest, begin } = state;
  const client = useClient();
  const cache = useQueryClient();
  const stale = isApiError(problem, 'resource.stale');
  return (
    <>
      <RegionNote profile={base} suggesting={suggest.isPending} onSuggest={() => suggest.mutate()} />
      <Form<IsolationProfileValues>
        id={id}
        form={form}
        layout="vertical"
        initialValues={valuesOf(begun)}
        onFinish={(values) => save.mutate({ values, base })}
      >
        <IsolationFields holding={remainingWarnings(judged, entered)} onEnter={form.submit} />
      </Form>
      {stale ? (
        <ChangedMeanwhile
          problem={problem}
          read={() => cache.fetchQuery({ ...isolationProfile(client, base.socialAccountId), staleTime: 0 })}
          onTakeTheirs={begin}
          onKeepMine={(theirs) => save.mutate({ values: form.getFieldsValue(true), base: theirs })}
        />
      ) : null}
      {problem !== null && !stale ? <ErrorPanel problem={problem} /> : null}
    </>
  );
}
