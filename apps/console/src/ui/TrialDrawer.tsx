import { ErrorPanel } from '@parley/ui';
import { Button, Drawer, Form } from 'antd';
import type { ReactNode } from 'react';

type Properties<Values, Answer> = {
  texts: { title: string; hint: string; run: string };
  initialValues: Values;
  /** Sends the values to the server. The answer is shown until a value changes. */
  trial: {
    isPending: boolean;
    error: Error | null;
    data: Answer | undefined;
    mutate: (values: Values) => void;
    reset: () => void;
  };
  onClose: () => void;
  answer: (data: Answer) => ReactNode;
  /** The form's fields. */
  children: ReactNode;
};

/** A drawer to try rules out: a form and, below it, the server's answer. */
export function TrialDrawer<Values extends object, Answer>({
  texts,
  initialValues,
  trial,
  onClose,
  answer,
  children,
}: Properties<Values, Answer>) {
  return (
    <Drawer open size={520} title={texts.title} onClose={onClose} styles={{ wrapper: { maxWidth: '100vw' } }}>
      <p className="quiet">{texts.hint}</p>
      <Form<Values>
        layout="vertical"
        initialValues={initialValues}
        onFinish={trial.mutate}
        onValuesChange={() => trial.reset()}
      >
        {children}
        <Button type="primary" htmlType="submit" loading={trial.isPending}>
          {texts.run}
        </Button>
      </Form>
      <div aria-live="polite" className="trial-answer">
        {trial.error ? <ErrorPanel problem={trial.error} /> : null}
        {trial.data === undefined ? null : answer(trial.data)}
      </div>
    </Drawer>
  );
}
