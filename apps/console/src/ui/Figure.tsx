import './figure.css';
import { ErrorPanel } from '@parley/ui';
import { Card, Skeleton } from 'antd';
import type { ReactNode } from 'react';

type Properties = {
  title: string;
  /** Undefined while it is loading. */
  value: ReactNode | undefined;
  /** Secondary facts below the figure. */
  facts?: readonly { name: string; value: ReactNode }[] | undefined;
  problem?: unknown;
  onRetry: () => void;
  /** A link to the details. */
  more?: ReactNode;
};

/** A key figure for the owner. */
export function Figure({ title, value, facts = [], problem, onRetry, more }: Properties) {
  return (
    <Card size="small" title={title} extra={more} className="figure">
      {value === undefined && problem ? <ErrorPanel problem={problem} onRetry={onRetry} /> : null}
      {value === undefined && !problem ? (
        <Skeleton active title={{ width: '50%' }} paragraph={{ rows: 1 }} />
      ) : null}
      {value === undefined ? null : (
        <>
          <div className="figure-value numeric">{value}</div>
          <dl className="figure-facts">
            {facts.map((fact) => (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd className="numeric">{fact.value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
