import { isApiError } from '@parley/api-client';
import { setTimeZone, type WorkspaceCalendar } from '@parley/contract/workspaces';
import { ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextDayStart, openDay } from '../../lib/calendar.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useUnsaved } from '../../lib/unsaved-changes.ts';
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx';

type Properties = {
  calendar: WorkspaceCalendar;
};

/**
 * Sets the time zone in which the workspace's days start and end, and explains the effect on counters before saving.
 */
export function TimeZoneSetting({ calendar }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [chosen, setChosen] = useState<string>();
  const timeZone = chosen ?? calendar.timeZone;
  const changed = timeZone !== calendar.timeZone;
  useUnsaved(changed);
  const save = useMutation({
    mutationFn: () => client.call(setTimeZone, { body: { timeZone, replaces: calendar.timeZone } }),
    onSuccess: () => {
      setChosen(undefined);
      void toasts.success(t('workspace.timeZoneSaved'));
      // Every visible count per day may have changed.
      void queryClient.invalidateQueries();
    },
    onError: (problem) => {
      if (isApiError(problem, 'resource.stale'))
        void queryClient.invalidateQueries({ queryKey: queryKeys.user, exact: true });
    },
  });
  return (
    <Form layout="vertical" className="wide-form" onFinish={() => save.mutate()}>
      <Form.Item label={t('timeZone.name')} htmlFor="workspace-time-zone" extra={t('timeZone.hint')}>
        <TimeZoneSelect
          id="workspace-time-zone"
          value={timeZone}
          onChange={(zone) => {
            setChosen(zone);
            save.reset();
          }}
        />
      </Form.Item>
      {changed ? <Effect from={calendar} to={timeZone} /> : null}
      {save.error ? (
        <Form.Item>
          <ErrorPanel problem={save.error} />
        </Form.Item>
      ) : null}
      <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!changed}>
        {t('profile.save')}
      </Button>
    </Form>
  );
}

function Effect({ from, to }: { from: WorkspaceCalendar; to: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [now] = useState(Date.now);
  const day = openDay(from, now);
  const at = nextDayStart({ timeZone: to, firstDay: day }, now);
  return (
    <Form.Item>
      <Alert
        type="warning"
        showIcon
        title={t('workspace.effectTitle')}
        description={
          <ul className="attention">
            <li>
              {t('workspace.effectOpen', { day: formats.date(day), end: formats.exactIn(at, to), zone: to })}
            </li>
            <li>{t('workspace.effectClosed')}</li>
            <li>{t('workspace.effectShown')}</li>
          </ul>
        }
      />
    </Form.Item>
  );
}
