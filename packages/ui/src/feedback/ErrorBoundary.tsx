import { Component, type ReactNode } from 'react';
import { FailedPage } from './FailedPage.tsx';

type Properties = {
  children: ReactNode;
  /** Reports the failure; the page shows no stack trace. */
  onError?: (problem: unknown) => void;
};
type State = { failed: boolean };

/** Contains a rendering failure within its page, and offers a retry. */
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
