import { Button, Result } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  children: ReactNode;
  /** Where the failure is reported; the page shows no stack. */
  onError?: (problem: unknown) => void;
};
type State = { failed: boolean };

/** Keeps a failure while rendering inside its page, and offers a way out of it. */
export class ErrorBoundary extends Component<Properties, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(problem: unknown): void {
    this.props.onError?.(problem);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FailedPage onRetry={() => this.setState({ failed: false })} />;
  }
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Result
      status="500"
      title={t('boundary.title')}
      subTitle={t('boundary.hint')}
      extra={[
        <Button key="retry" type="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>,
        <Button key="reload" onClick={() => window.location.reload()}>
          {t('action.reload')}
        </Button>,
      ]}
    />
  );
}
