import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  children: ReactNode;
  /** Reports the failure; the page shows no stack. */
  onError?: (problem: unknown) => void;
  /** Called before the children are rendered again. */
  onRetry?: () => void;
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
    const retry = () => {
      this.props.onRetry?.();
      this.setState({ failed: false });
    };
    return <FailedPage onRetry={retry} />;
  }
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui');
  // Plain on purpose: this is part of every first load, and what failed may be a library of controls.
  return (
    <div role="alert" style={{ padding: '64px 16px', textAlign: 'center' }}>
      <h1 style={{ margin: 0, fontSize: 20 }}>{t('boundary.title')}</h1>
      <p>{t('boundary.hint')}</p>
      <div style={{ display: 'flex', justifyContent: 'center', gap: 8 }}>
        <Button type="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
        <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
      </div>
    </div>
  );
}
