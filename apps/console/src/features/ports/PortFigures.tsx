import './ports.css';
import { ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { portsOfWorkspace } from './queries.ts';

// i18n-keys: ports.figure.* ports.figureHint.*

const figures = ['total', 'fixed', 'dynamicTaken', 'free', 'online'] as const;

/** The workspace's ports by use: fixed, dynamic, free and online. */
export function PortFigures() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data, error, refetch } = useQuery(portsOfWorkspace(useClient()));
  if (data === undefined && error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className="panel">
        <dl className="port-figures" aria-busy={data === undefined}>
          {figures.map((name) => (
            <div key={name} title={t(`ports.figureHint.${name}`)}>
              <dt>{t(`ports.figure.${name}`)}</dt>
              <dd className="numeric">
                {data === undefined ? <span className="ghost" /> : number(data[name])}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {data !== undefined && data.free < 0 ? (
        <p className="ports-short" role="status">
          {t('ports.tooMany', { count: -data.free })}
        </p>
      ) : null}
    </>
  );
}
