import { useErrorToast, useToasts } from '@parley/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';

type Properties = {
  label: string;
  /** The label with what it is for, to be read aloud. */
  fullLabel: string;
  question: string;
  hint?: string;
  /** Said when it is done. */
  done: string;
  /** Why it can't be removed; undefined: it can. */
  obstacle?: string | undefined;
  remove: () => Promise<unknown>;
  /** What is asked for again, whether it was removed or not. */
  refresh: QueryKey;
};

/** Takes a row out of a list, once the operator has said so twice. */
export function RemoveButton(properties: Properties) {
  const { label, fullLabel, question, hint, done, obstacle, remove, refresh } = properties;
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => toasts.success(done),
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: refresh }),
  });
  return (
    <Popconfirm
      title={question}
      description={hint}
      okText={label}
      okButtonProps={{ danger: true }}
      onConfirm={() => removal.mutateAsync().catch(() => undefined)}
    >
      <Button
        type="link"
        size="small"
        danger
        disabled={obstacle !== undefined}
        title={obstacle}
        loading={removal.isPending}
        aria-label={fullLabel}
      >
        {label}
      </Button>
    </Popconfirm>
  );
}
