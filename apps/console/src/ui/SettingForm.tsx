import { ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import type { ReactNode } from 'react';

type Props<Values extends object> = {
  stored: UseQueryResult<Values>;
  save: (values: Values) => Promise<unknown>;
  /** Called after a save has succeeded or failed; refetches what depends on it. */
  onSettled: () => void;
  /** The button's label, and the toast after saving. */
  saveText: string;
  savedText: string;
  /** The form's fields. */
  children: ReactNode;
};

/** A form on the page for settings that always exist: it creates, closes and deletes nothing. */
export function SettingForm<Values extends object>(props: Props<Values>) {
  const { stored, save, onSettled, saveText, savedText, children } = props;
  const toasts = useToasts();
  const showError = useErrorToast();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => toasts.success(savedText),
    onError: showError,
    onSettled,
  });
  if (stored.error) return <ErrorPanel problem={stored.error} onRetry={() => void stored.refetch()} />;
  if (stored.data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <Form<Values>
      className="narrow-form"
      layout="vertical"
      noValidate
      initialValues={stored.data}
      onFinish={(values) => saving.mutate(values)}
    >
      {children}
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        {saveText}
      </Button>
    </Form>
  );
}
